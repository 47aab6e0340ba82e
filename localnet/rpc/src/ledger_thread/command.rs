//! Commands to the ledger thread, and its answers.

use super::{FundError, Funded};
use crate::{args::CloseMode, errors::RpcError, queue::Admission};
use stellar_xdr::{ScAddress, TransactionEnvelope};
use tokio::sync::oneshot;

pub enum Command {
    Submit {
        envelope: Box<TransactionEnvelope>,
        reply: Reply<Submitted>,
    },
    Fund {
        address: ScAddress,
        reply: Reply<Funded, FundError>,
    },
    /// `count` is at least 1.
    CloseLedger { count: u32, reply: Reply<Position> },
    AdvanceSequence {
        ledgers: u32,
        reply: Reply<Position>,
    },
    IncreaseTime {
        seconds: u64,
        reply: Reply<Position>,
    },
    SetCloseMode {
        mode: CloseMode,
        reply: Reply<Position>,
    },
    /// Open the database again if it failed. Every other command does so too.
    Reopen,
}

pub struct Reply<T, E = RpcError>(oneshot::Sender<Result<T, E>>);

impl<T, E> Reply<T, E> {
    pub fn new(sender: oneshot::Sender<Result<T, E>>) -> Self {
        Reply(sender)
    }

    pub fn answer(self, result: Result<T, E>) {
        // The client may have disconnected; its command was carried out all the same.
        let _ = self.0.send(result);
    }
}

/// The result of a transaction, and the latest ledger at its arrival.
#[derive(Debug)]
pub struct Submitted {
    pub admission: Admission,
    pub latest_ledger: u32,
    /// Unix seconds.
    pub latest_close_time: u64,
}

/// State of the ledger after a command.
#[derive(Debug)]
pub struct Position {
    pub sequence: u32,
    /// Close time of the last ledger, Unix seconds.
    pub close_time: u64,
    /// Close time of a ledger that closes now, Unix seconds.
    pub next_close_time: u64,
    /// Number of transactions that the command applied.
    pub transactions: usize,
}
