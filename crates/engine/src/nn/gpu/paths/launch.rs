//! The kernels of one step, one after the other.

use cubecl::prelude::*;

use super::PathTrainee;
use super::back::{recall, unread};
use super::gradient::{GROUP, gradient};
use super::judge::judge;
use super::there::{act, read};
use crate::nn::gpu::adam::{self, descend, gauge, groups};

impl PathTrainee {
    /// Takes the next of the steps that were uploaded.
    pub fn step(&mut self) {
        self.there_and_back();
        let client = &self.gpu.client;
        let common = &self.plan.common;
        let members = common.members as u32;
        let each = self.plan.gradient_groups() as u32;
        let each_four = CubeCount::Static(groups(common) as u32, members, 1);
        let group = CubeDim::new_1d(adam::GROUP as u32);
        // SAFETY: every index the kernels make lies inside buffers that `plan` gave their lengths.
        unsafe {
            gradient::launch_unchecked(
                client,
                CubeCount::Static(each, members, 1),
                CubeDim::new_1d(GROUP as u32),
                self.scratch.argument(),
                self.gradient.argument(),
                self.clock.argument(),
                self.plan.clone(),
            );
            gauge::launch_unchecked(
                client,
                each_four.clone(),
                group,
                self.gradient.argument(),
                self.facts.argument(),
                self.state.argument(),
                self.clock.argument(),
                self.squares.argument(),
                common.clone(),
            );
            descend::launch_unchecked(
                client,
                each_four,
                group,
                self.gradient.argument(),
                self.facts.argument(),
                self.dials.argument(),
                self.squares.argument(),
                self.state.argument(),
                self.mirror.argument(),
                self.clock.argument(),
                common.clone(),
            );
        }
        self.left = self.left.saturating_sub(1);
    }

    /// Fills the scratch.
    fn there_and_back(&self) {
        let (client, plan) = (&self.gpu.client, &self.plan);
        let (fours, members) = (plan.fours as u32, plan.common.members as u32);
        let group = CubeDim::new_1d(plan.units as u32);
        let both_ways = CubeCount::Static(fours, members, 2);
        let once = CubeCount::Static(fours, members, 1);
        let each_step = CubeCount::Static(fours * plan.steps as u32, members, 1);
        let [table, order, shares, script] = [&self.table, &self.order, &self.shares, &self.script];
        let [state, mirror, clock, scratch] = [&self.state, &self.mirror, &self.clock, &self.scratch];
        // SAFETY: as above; rows that the order names come from the table itself.
        unsafe {
            read::launch_unchecked(
                client,
                both_ways.clone(),
                group,
                table.argument(),
                order.argument(),
                shares.argument(),
                script.argument(),
                state.argument(),
                clock.argument(),
                scratch.argument(),
                plan.clone(),
            );
            act::launch_unchecked(
                client,
                once.clone(),
                group,
                table.argument(),
                order.argument(),
                shares.argument(),
                script.argument(),
                state.argument(),
                clock.argument(),
                scratch.argument(),
                plan.clone(),
            );
            judge::launch_unchecked(
                client,
                each_step,
                group,
                table.argument(),
                order.argument(),
                shares.argument(),
                state.argument(),
                mirror.argument(),
                clock.argument(),
                scratch.argument(),
                plan.clone(),
            );
            recall::launch_unchecked(
                client,
                once,
                group,
                shares.argument(),
                script.argument(),
                mirror.argument(),
                clock.argument(),
                scratch.argument(),
                self.tally.argument(),
                plan.clone(),
            );
            unread::launch_unchecked(
                client,
                both_ways,
                group,
                shares.argument(),
                script.argument(),
                mirror.argument(),
                clock.argument(),
                scratch.argument(),
                plan.clone(),
            );
        }
    }
}
