//! The readers' view: the last closed ledger, immutable.

use crate::{args::CloseMode, clock::Clock};
use localnet_ledger::State;

#[derive(Clone)]
pub struct View {
    pub state: State,
    pub clock: Clock,
    pub close_mode: CloseMode,
    /// Transactions that wait for the next ledger.
    pub pending: usize,
}

impl View {
    pub fn sequence(&self) -> u32 {
        self.state.sequence()
    }

    /// Unix seconds.
    pub fn close_time(&self) -> u64 {
        self.state.close_time()
    }
}
