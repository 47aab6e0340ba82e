//! The server as its clients use it: the real binary, over HTTP. One crate, so that it links once.

mod common;

mod asked;
mod crowd;
#[cfg(target_os = "linux")]
mod disk;
mod events;
mod expiry;
mod friendbot;
mod horizon;
mod hostile;
mod limits;
mod process;
mod protocol;
mod queue;
mod restart;
mod travel;
