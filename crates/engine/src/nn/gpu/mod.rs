//! Training on WebGPU, by kernels of our own on burn's device. Everything that a step reads is on the device; steps are
//! only enqueued, and one read brings back the result of many.

mod adam;
mod head;
mod layers;
mod layout;
mod loss;
mod optimiser;
mod paths;
mod seeing;
mod tiles;
mod trainer;
mod uploads;

use burn::tensor::Device as BurnDevice;
use cubecl::prelude::*;
use cubecl::server::Handle;
use cubecl::wgpu::WgpuDevice;

use layout::Adapter;
pub use paths::PathTrainer;
use seeing::ROWS_AT_ONCE;
pub use seeing::{GpuPictures, SeeingTrainer};
pub use trainer::GpuTrainer;

/// Kernels per submission to the device: more than are enqueued between two reads, so that each read has one submission.
const TASKS_PER_SUBMISSION: usize = 4096;

/// The client that launches our kernels on burn's device.
#[derive(Clone)]
pub struct Gpu {
    client: Client,
    adapter: Adapter,
}

impl Gpu {
    /// Starts the default device; a process can do so once. Browsers do not report whether their adapter is emulated in
    /// `software` the way native drivers do, so it is an argument.
    pub async fn start(software: bool) -> Result<Self, String> {
        let device = BurnDevice::wgpu_options().tasks_max(TASKS_PER_SUBMISSION).init_async().await;
        device.map_err(|error| error.to_string())?;
        let client = cubecl::Device::Wgpu(WgpuDevice::default()).client();
        let shared_memory = client.properties().hardware.max_shared_memory_size;
        let adapter = Adapter { software, shared_memory, picture_bytes: u64::MAX, rows_at_once: ROWS_AT_ONCE };
        Ok(Self { client, adapter })
    }

    /// The machine's own adapter: a graphics card where there is one, else an emulation in software. One per process.
    #[cfg(not(target_family = "wasm"))]
    pub fn native() -> Result<Self, String> {
        static NATIVE: std::sync::OnceLock<Result<Gpu, String>> = std::sync::OnceLock::new();
        let start = || {
            let mut gpu = cubecl::future::block_on(Self::start(false))?;
            gpu.adapter.software = gpu.client.properties().identity.physical.is_none();
            Ok(gpu)
        };
        NATIVE.get_or_init(start).clone()
    }

    /// The adapter's name.
    pub fn name(&self) -> String {
        self.client.properties().identity.name.clone()
    }

    /// The same device with workgroups as on a graphics card, so that tests reach those kernels in software too.
    pub fn with_card_workgroups(&self) -> Self {
        Self { adapter: Adapter { software: false, ..self.adapter }, ..self.clone() }
    }

    fn upload_f32(&self, values: &[f32]) -> Buffer {
        Buffer { handle: self.client.create_from_slice(f32::as_bytes(values)), length: values.len() }
    }

    fn upload_u32(&self, values: &[u32]) -> Buffer {
        Buffer { handle: self.client.create_from_slice(u32::as_bytes(values)), length: values.len() }
    }

    /// A buffer of `length` numbers, not initialised.
    fn allocate(&self, length: usize) -> Buffer {
        Buffer { handle: self.client.empty(length * size_of::<f32>()), length }
    }

    /// The contents of some buffers of f32, in one read.
    async fn read<const N: usize>(&self, buffers: [&Buffer; N]) -> Result<[Vec<f32>; N], String> {
        let handles = buffers.map(|buffer| buffer.handle.clone()).to_vec();
        let read = self.client.read_async(handles).await.map_err(|error| format!("{error:?}"))?;
        let read: Vec<Vec<f32>> = read.iter().map(|bytes| f32::from_bytes(bytes).to_vec()).collect();
        read.try_into().map_err(|_| TOO_LITTLE.into())
    }
}

/// The error where a read returned less than was asked for.
const TOO_LITTLE: &str = "it gave back too little";

/// A buffer of 4-byte numbers on the device.
#[derive(Clone)]
pub struct Buffer {
    handle: Handle,
    length: usize,
}

impl Buffer {
    /// The buffer as an argument of a kernel.
    fn argument(&self) -> BufferArg {
        // SAFETY: the length is the one it was made with.
        unsafe { BufferArg::from_raw_parts(self.handle.clone(), self.length) }
    }
}
