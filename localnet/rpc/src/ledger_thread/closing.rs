//! Closes ledgers: one after the other on a working copy of the state, then all of them stored at once.

use super::{LedgerThread, Position, GROUP};
use crate::{
    clock::{wall, Clock},
    errors::{self, RpcError},
    queue::Queue,
    store::{Closing, LedgerRecord},
};
use localnet_ledger::{Applied, BaseFees, State};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    time::Instant,
};
use stellar_xdr::{Error, Hash, TransactionEnvelope};

/// Ledgers that share a disk sync. Enough for the submissions of a group in instant mode, each in a ledger of its own:
/// they are stored together or not at all.
const BATCH: usize = 128;
const _: () = assert!(BATCH >= GROUP);

/// Closed ledgers that are not stored yet.
struct Batch {
    records: Vec<LedgerRecord>,
    state: State,
    clock: Clock,
    /// Transactions with the ledgers that applied them.
    applied: Vec<(Hash, u32)>,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.records.len() >= BATCH
    }

    /// Closes one more ledger, with as much as fits of what waits. Returns the number of its transactions.
    fn close_next(&mut self, queue: &mut Queue) -> Result<usize, RpcError> {
        let close_time = self.clock.take(wall());
        let (transactions, base_fees) = queue.take(&self.state, close_time);
        Ok(self.close(transactions, base_fees, close_time)?.len())
    }

    fn close(
        &mut self,
        transactions: Vec<TransactionEnvelope>,
        base_fees: BaseFees,
        close_time: u64,
    ) -> Result<Vec<Applied>, RpcError> {
        let transactions = transactions
            .try_into()
            .map_err(|_| not_encoded(Error::LengthExceedsMax))?;
        let closing = Closing {
            transactions,
            base_fees,
            close_time,
        };
        let input = closing.encode().map_err(not_encoded)?;
        let (state, began) = (&self.state, Instant::now());
        let run = || closing.run(state);
        let closed = catch_unwind(AssertUnwindSafe(run))
            .map_err(|_| errors::internal("closing the ledger failed", "panic, see above"))?;
        let time = began.elapsed();
        let record = LedgerRecord::of(&closed)
            .map_err(not_encoded)?
            .with_log(&closed, input, time);
        self.records.push(record);
        self.state = closed.state;
        let hashes = closed.transactions.iter().map(|tx| &tx.hashes.hash);
        let sequence = self.state.sequence();
        self.applied
            .extend(hashes.map(|hash| (hash.clone(), sequence)));
        Ok(closed.transactions)
    }
}

impl LedgerThread {
    /// Closes one ledger with `transactions`; the queue keeps waiting.
    pub(super) fn close_with(
        &mut self,
        transactions: Vec<TransactionEnvelope>,
    ) -> Result<Vec<Applied>, RpcError> {
        let mut batch = self.batch();
        let close_time = batch.clock.take(wall());
        let base_fees = BaseFees::minimum(&batch.state);
        let applied = batch.close(transactions, base_fees, close_time)?;
        self.commit(batch)?;
        Ok(applied)
    }

    /// Closes `count` ledgers, each with as much as fits of what still waits.
    pub(super) fn close_ledgers(&mut self, count: u32) -> Result<Position, RpcError> {
        let (mut left, mut transactions) = (count, 0);
        while left > 0 {
            let mut batch = self.batch();
            let waiting = self.queue.clone();
            while left > 0 && !batch.is_full() {
                transactions += batch.close_next(&mut self.queue)?;
                left -= 1;
            }
            // Their senders were told that they wait.
            self.commit(batch).inspect_err(|_| self.queue = waiting)?;
        }
        Ok(self.position(transactions))
    }

    /// Closes ledgers until nothing waits; each takes something. After an error nothing waits either: those who sent it
    /// hear of the error.
    pub(super) fn close_waiting(&mut self) -> Result<(), RpcError> {
        while !self.queue.is_empty() {
            let mut batch = self.batch();
            let closed = self.fill(&mut batch).and_then(|()| self.commit(batch));
            if closed.is_err() {
                self.queue.clear();
                return closed;
            }
        }
        Ok(())
    }

    fn fill(&mut self, batch: &mut Batch) -> Result<(), RpcError> {
        while !self.queue.is_empty() && !batch.is_full() {
            batch.close_next(&mut self.queue)?;
        }
        Ok(())
    }

    fn batch(&self) -> Batch {
        Batch {
            records: Vec::new(),
            state: self.state.clone(),
            clock: self.clock,
            applied: Vec::new(),
        }
    }

    fn commit(&mut self, batch: Batch) -> Result<(), RpcError> {
        self.store(batch.records, batch.state, batch.clock)?;
        for (hash, ledger) in batch.applied {
            self.queue.ban_applied(hash, ledger);
        }
        Ok(())
    }
}

pub(super) fn not_encoded(error: stellar_xdr::Error) -> RpcError {
    errors::internal("could not encode the ledger", error)
}
