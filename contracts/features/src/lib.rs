//! See Cargo.toml: this crate has dependencies only.
#![no_std]
