//! A running node: what every request shares.

use crate::{
    args::{Args, LimitsName},
    clock::{wall, Clock},
    empty_ledger,
    errors::{self, RpcError},
    ledger_thread::{self, LedgerHandle},
    store::{Identity, LedgerRecord, OpenError, Reader, Store},
    view::View,
};
use localnet_ledger::{Genesis, State};
use std::{sync::Arc, thread::JoinHandle};
use tokio::sync::{watch, Semaphore};

pub struct Node {
    pub ledger: LedgerHandle,
    pub store: Arc<Store>,
    pub passphrase: String,
    pub limits: LimitsName,
    pub on_disk: bool,
    /// Ledgers of history to keep; `None` keeps all.
    pub retention: Option<u32>,
    pub friendbot_url: String,
    /// Simulations that may run at once: as many as there are cores, so that reads and closes go on.
    pub simulations: Semaphore,
    /// Becomes true when the node is told to end, so that requests that wait or stream end too.
    pub stopping: watch::Receiver<bool>,
}

impl Node {
    /// Opens or creates the ledger and starts its thread.
    pub fn start(
        args: &Args,
        friendbot_url: String,
        stopping: watch::Receiver<bool>,
    ) -> Result<(Arc<Node>, JoinHandle<()>), OpenError> {
        let identity = Identity {
            passphrase: args.passphrase.clone(),
            limits: args.limits.as_str(),
        };
        let (store, saved) = Store::open(args.data.as_deref(), &identity, args.retention)?;
        let (state, clock) = match saved {
            Some(saved) => {
                let last = saved.state.close_time();
                (saved.state, Clock::new(saved.clock_offset, last))
            }
            None => create(&store, args)?,
        };
        let store = Arc::new(store);
        let (ledger, thread) = ledger_thread::start(
            store.clone(),
            args.passphrase.clone(),
            state,
            clock,
            args.close_mode,
        )
        .map_err(redb::Error::Io)?;
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let node = Node {
            ledger,
            store,
            passphrase: args.passphrase.clone(),
            limits: args.limits,
            on_disk: args.data.is_some(),
            retention: args.retention,
            friendbot_url,
            simulations: Semaphore::new(cores),
            stopping,
        };
        Ok((Arc::new(node), thread))
    }

    pub fn view(&self) -> Arc<View> {
        self.ledger.view()
    }

    /// Resolves when the node is told to end.
    pub async fn stopped(&self) {
        // Without a sender there is nobody left to wait for.
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }

    pub fn reader(&self) -> Result<Reader, RpcError> {
        self.store.reader().map_err(|error| {
            self.ledger.reopen();
            unreadable(error)
        })
    }

    /// A view and the history up to it, with the range of ledgers that is kept. The history may be ahead of the view by
    /// a ledger that is stored but not yet published: readers stop at `latest`.
    pub fn history(&self) -> Result<(Reader, LedgerRange), RpcError> {
        let view = self.view();
        let reader = self.reader()?;
        let oldest = reader.oldest().map_err(unreadable)?;
        let (oldest, oldest_close_time) = oldest.unwrap_or((view.sequence(), view.close_time()));
        let range = LedgerRange {
            oldest,
            oldest_close_time,
            latest: view.sequence(),
            latest_close_time: view.close_time(),
        };
        Ok((reader, range))
    }
}

/// Ledgers whose history is kept, with close times in Unix seconds.
#[derive(Clone, Copy, Debug)]
pub struct LedgerRange {
    pub oldest: u32,
    pub oldest_close_time: u64,
    pub latest: u32,
    pub latest_close_time: u64,
}

impl LedgerRange {
    pub fn contains(&self, sequence: u32) -> bool {
        (self.oldest..=self.latest).contains(&sequence)
    }
}

pub fn unreadable(error: redb::Error) -> RpcError {
    errors::internal("could not read the ledger's history", error)
}

fn create(store: &Store, args: &Args) -> Result<(State, Clock), OpenError> {
    let state = State::genesis(&Genesis {
        passphrase: args.passphrase.clone(),
        limits: args.limits.limits(),
        close_time: wall(),
    });
    let meta = empty_ledger::meta(state.header.clone(), state.header_hash.clone());
    let record = LedgerRecord::genesis(&state, &meta)
        .map_err(|e| redb::Error::Corrupted(format!("genesis cannot be encoded: {e}")))?;
    store.commit(vec![record], 0)?;
    let clock = Clock::new(0, state.close_time());
    Ok((state, clock))
}
