//! `state`: what the system consists of, and whether it runs.
//!
//! A registry maps each contract's name to its address, code, and interface and schema version, changed by
//! compare-and-set only. It also has the global pause that every other contract obeys.
//!
//! Each address that was ever registered stays a system address (never paid, never clawed back) until it
//! is forgotten on purpose: a replaced pool may still hold money.
#![no_std]

mod contract;
mod errors;
mod events;
mod registry;
mod storage;

pub use contract::{StateContract, StateContractClient};
pub use errors::StateError;
pub use events::{AddressForgotten, InterfaceSet, Registered};
pub use registry::Record;

merit_common::metadata!();
