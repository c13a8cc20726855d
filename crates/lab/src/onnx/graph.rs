//! A model in the ONNX format: nodes, tensors and named inputs and outputs. Field numbers are those of `onnx.proto`.

use super::wire::WireMessage;
use engine::exports::{ExportedLayer, Metadata};

/// Version of the operators. All that are used here have meant the same since.
const OPERATORS: i64 = 17;
/// Version of the file format that goes with them.
const FORMAT: i64 = 8;
const FLOAT: i64 = 1;
const INT64: i64 = 7;

#[derive(Default)]
pub struct Graph {
    nodes: Vec<WireMessage>,
    tensors: Vec<WireMessage>,
    inputs: Vec<WireMessage>,
    outputs: Vec<WireMessage>,
    /// Names given so far.
    named: usize,
}

pub enum Attribute {
    Whole(&'static str, i64),
    Wholes(&'static str, Vec<i64>),
}

impl Attribute {
    fn message(&self) -> WireMessage {
        // The last field is the kind: 2 a whole number, 7 a list of them.
        match self {
            Self::Whole(name, value) => WireMessage::default().text(1, name).number(3, *value).number(20, 2),
            Self::Wholes(name, values) => {
                let named = WireMessage::default().text(1, name);
                values.iter().fold(named, |message, value| message.number(8, *value)).number(20, 7)
            }
        }
    }
}

impl Graph {
    fn name(&mut self, of: &str) -> String {
        self.named += 1;
        format!("{of}_{}", self.named)
    }

    fn tensor(&mut self, of: &str, kind: i64, shape: &[usize], bytes: &[u8]) -> String {
        let name = self.name(of);
        let dimensions = shape.iter().fold(WireMessage::default(), |message, size| message.number(1, *size as i64));
        self.tensors.push(dimensions.number(2, kind).text(8, &name).bytes(9, bytes));
        name
    }

    /// A constant of single-precision numbers.
    pub fn floats(&mut self, shape: &[usize], values: &[f32]) -> String {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.tensor("constant", FLOAT, shape, &bytes)
    }

    /// A constant list of whole numbers.
    pub fn wholes(&mut self, values: &[i64]) -> String {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.tensor("indices", INT64, &[values.len()], &bytes)
    }

    /// Rows of any number, of `columns` numbers each.
    fn rows(name: &str, columns: &[usize]) -> WireMessage {
        let any = WireMessage::default().text(2, "rows");
        let sizes = columns.iter().map(|size| WireMessage::default().number(1, *size as i64));
        let shape = sizes.fold(WireMessage::default().message(1, &any), |shape, size| shape.message(1, &size));
        let tensor = WireMessage::default().number(1, FLOAT).message(2, &shape);
        WireMessage::default().text(1, name).message(2, &WireMessage::default().message(1, &tensor))
    }

    pub fn input(&mut self, name: &str, columns: usize) -> String {
        self.inputs.push(Self::rows(name, &[columns]));
        name.to_string()
    }

    fn node(&mut self, operator: &str, inputs: &[&str], output: &str, attributes: &[Attribute]) {
        let node = inputs.iter().fold(WireMessage::default(), |message, input| message.text(1, input));
        let node = node.text(2, output).text(3, output).text(4, operator);
        self.nodes.push(node.messages(5, &attributes.iter().map(Attribute::message).collect::<Vec<_>>()));
    }

    /// The name of an operator's result.
    pub fn apply(&mut self, operator: &str, inputs: &[&str], attributes: &[Attribute]) -> String {
        let output = self.name(&operator.to_lowercase());
        self.node(operator, inputs, &output, attributes);
        output
    }

    /// Gives a value a name of its own, as a result of the model.
    pub fn output(&mut self, value: &str, name: &str, columns: &[usize]) {
        self.node("Identity", &[value], name, &[]);
        self.outputs.push(Self::rows(name, columns));
    }

    /// Layers with ReLU between them.
    pub fn layers(&mut self, input: &str, layers: &[ExportedLayer]) -> String {
        let mut value = input.to_string();
        for (index, layer) in layers.iter().enumerate() {
            let weights = self.floats(&[layer.inputs, layer.outputs], &layer.weights);
            let biases = self.floats(&[layer.outputs], &layer.biases);
            value = self.apply("Gemm", &[&value, &weights, &biases], &[]);
            if index + 1 < layers.len() {
                value = self.apply("Relu", &[&value], &[]);
            }
        }
        value
    }

    /// Columns of a value, in the given order.
    pub fn columns(&mut self, value: &str, columns: &[i64]) -> String {
        let indices = self.wholes(columns);
        self.apply("Gather", &[value, &indices], &[Attribute::Whole("axis", 1)])
    }

    pub fn model(self, name: &str, metadata: &Metadata) -> Vec<u8> {
        let graph = WireMessage::default().messages(1, &self.nodes).text(2, name).messages(5, &self.tensors);
        let graph = graph.messages(11, &self.inputs).messages(12, &self.outputs);
        let operators = WireMessage::default().text(1, "").number(2, OPERATORS);
        let entry = |(key, value): (&String, &String)| WireMessage::default().text(1, key).text(2, value);
        let notes: Vec<WireMessage> = metadata.iter().map(entry).collect();
        let model = WireMessage::default().number(1, FORMAT).text(2, "PMI Playground").message(7, &graph);
        model.message(8, &operators).messages(14, &notes).finish()
    }
}
