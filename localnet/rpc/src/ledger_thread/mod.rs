//! The one thread that changes the ledger. Commands come through a channel; every change is on disk before its view is
//! published, and published before its command is answered.

mod closing;
mod command;
mod fund;
mod handle;

pub use command::{Position, Submitted};
pub use fund::{FundError, Funded};
pub use handle::LedgerHandle;

use crate::{
    args::CloseMode,
    clock::{wall, Clock},
    cursor::MAX_SEQUENCE,
    empty_ledger,
    errors::{self, RpcError},
    queue::{Admission, Candidate, Queue},
    store::{LedgerRecord, Store},
    view::View,
};
use command::{Command, Reply};
use localnet_ledger::{skip, State, STACK};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    sync::Arc,
    time::Duration,
};
use stellar_xdr::TransactionEnvelope;
use tokio::{
    runtime::Handle,
    sync::{mpsc, watch},
    time::{timeout_at, Instant},
};

/// Commands that may wait; senders beyond that wait themselves.
const BACKLOG: usize = 1_024;
/// Least time between two attempts to open the database again: each reads all of it.
const PAUSE: Duration = Duration::from_secs(1);
/// Submissions that are closed together in instant mode, to share a disk sync.
const GROUP: usize = 100;

pub struct LedgerThread {
    store: Arc<Store>,
    passphrase: String,
    state: State,
    clock: Clock,
    mode: CloseMode,
    queue: Queue,
    commands: mpsc::Receiver<Command>,
    /// Submissions whose answer waits for their ledger (instant mode).
    deferred: Vec<(Reply<Submitted>, Submitted)>,
    next_tick: Option<Instant>,
    /// Before this, a database that failed isn't opened again.
    next_opening: Instant,
    views: watch::Sender<Arc<View>>,
    runtime: Handle,
}

/// Starts the thread. It ends, after its last command, when all handles are gone.
pub fn start(
    store: Arc<Store>,
    passphrase: String,
    state: State,
    clock: Clock,
    mode: CloseMode,
) -> std::io::Result<(LedgerHandle, std::thread::JoinHandle<()>)> {
    let (sender, commands) = mpsc::channel(BACKLOG);
    let view = View {
        state: state.clone(),
        clock,
        close_mode: mode,
        pending: 0,
    };
    let (views, receiver) = watch::channel(Arc::new(view));
    let mut thread = LedgerThread {
        store,
        passphrase,
        state,
        clock,
        mode,
        queue: Queue::default(),
        commands,
        deferred: Vec::new(),
        next_tick: None,
        next_opening: Instant::now(),
        views,
        runtime: Handle::current(),
    };
    thread.set_mode(mode);
    let join = std::thread::Builder::new()
        .name("ledger".into())
        .stack_size(STACK)
        .spawn(move || thread.run())?;
    Ok((LedgerHandle::new(sender, receiver), join))
}

enum Event {
    Command(Command),
    Tick,
    End,
}

impl LedgerThread {
    fn run(mut self) {
        loop {
            let event = self.next_event();
            self.guarded(Self::reopen);
            match event {
                Event::End => return,
                Event::Tick => self.tick(),
                Event::Command(command) => {
                    self.guarded(|thread| thread.execute(command));
                    while self.deferred.len() < GROUP {
                        let Ok(command) = self.commands.try_recv() else {
                            break;
                        };
                        self.guarded(|thread| thread.execute(command));
                    }
                    self.guarded(Self::settle);
                }
            }
        }
    }

    /// After a panic the command gets no answer, but the ledger is intact: state changes only by `store`, as a whole.
    fn guarded(&mut self, step: impl FnOnce(&mut Self)) {
        let _ = catch_unwind(AssertUnwindSafe(|| step(self)));
    }

    fn next_event(&mut self) -> Event {
        let received = match self.next_tick {
            None => self.commands.blocking_recv(),
            Some(at) => {
                let commands = &mut self.commands;
                match self
                    .runtime
                    .block_on(async { timeout_at(at, commands.recv()).await })
                {
                    Ok(received) => received,
                    Err(_) => return Event::Tick,
                }
            }
        };
        received.map_or(Event::End, Event::Command)
    }

    /// Opens the database again if it failed, with all that was accepted.
    fn reopen(&mut self) {
        if self.store.is_open() || Instant::now() < self.next_opening {
            return;
        }
        match self.store.reopen() {
            Ok(Some(saved)) => {
                self.clock = Clock::new(saved.clock_offset, saved.state.close_time());
                self.state = saved.state;
                self.publish();
            }
            Ok(None) => {
                eprintln!("localnet: the ledger was deleted");
                std::process::exit(1);
            }
            Err(error) => eprintln!("localnet: {error}"),
        }
        self.next_opening = Instant::now() + PAUSE;
    }

    fn execute(&mut self, command: Command) {
        // A submission that came first takes effect first.
        if !matches!(command, Command::Submit { .. }) {
            self.settle();
        }
        match command {
            Command::Submit { envelope, reply } => self.submit(*envelope, reply),
            Command::Fund { address, reply } => reply.answer(self.fund(&address)),
            Command::CloseLedger { count, reply } => reply.answer(self.close_ledgers(count)),
            Command::AdvanceSequence { ledgers, reply } => reply.answer(self.advance(ledgers)),
            Command::IncreaseTime { seconds, reply } => reply.answer(self.increase_time(seconds)),
            Command::SetCloseMode { mode, reply } => {
                self.set_mode(mode);
                reply.answer(self.close_if_instant());
            }
            // It was tried before the command.
            Command::Reopen => {}
        }
    }

    fn submit(&mut self, envelope: TransactionEnvelope, reply: Reply<Submitted>) {
        let instant = self.mode == CloseMode::Instant;
        let candidate = Candidate::of(&self.state, envelope);
        if instant && self.queue.is_blocked(&self.state, &candidate) {
            self.settle();
        }
        let submitted = Submitted {
            latest_ledger: self.state.sequence(),
            latest_close_time: self.state.close_time(),
            admission: self
                .queue
                .offer(&self.state, candidate, self.clock.peek(wall())),
        };
        if instant {
            self.deferred.push((reply, submitted));
        } else {
            self.publish();
            reply.answer(Ok(submitted));
        }
    }

    /// Closes the ledgers that deferred submissions wait for, and answers them.
    fn settle(&mut self) {
        let closed = self.close_if_instant();
        for (reply, submitted) in std::mem::take(&mut self.deferred) {
            match (&closed, &submitted.admission) {
                (Err(error), Admission::Pending | Admission::Duplicate) => {
                    reply.answer(Err(error.clone()))
                }
                _ => reply.answer(Ok(submitted)),
            }
        }
    }

    fn close_if_instant(&mut self) -> Result<Position, RpcError> {
        if self.mode == CloseMode::Instant {
            self.close_waiting()?;
        }
        Ok(self.position(0))
    }

    fn tick(&mut self) {
        // The cause is in the log; the next tick tries again with what comes in.
        let _ = self.close_ledgers(1);
        if let (CloseMode::Interval(every), Some(last)) = (self.mode, self.next_tick) {
            self.next_tick = Some((last + every).max(Instant::now()));
        }
    }

    fn set_mode(&mut self, mode: CloseMode) {
        self.mode = mode;
        self.next_tick = match mode {
            CloseMode::Interval(every) => Some(Instant::now() + every),
            _ => None,
        };
        self.publish();
    }

    fn advance(&mut self, ledgers: u32) -> Result<Position, RpcError> {
        let target = self.state.sequence().checked_add(ledgers);
        if target.is_none_or(|sequence| sequence > MAX_SEQUENCE) {
            return Err(errors::invalid_params(format!(
                "ledgers would lead beyond the last sequence, {MAX_SEQUENCE}"
            )));
        }
        let mut clock = self.clock;
        let state = skip(&self.state, ledgers, clock.take(wall()));
        let meta = empty_ledger::meta(state.header.clone(), state.header_hash.clone());
        let record = LedgerRecord::empty(&state, &meta).map_err(closing::not_encoded)?;
        self.store(vec![record], state, clock)?;
        Ok(self.position(0))
    }

    fn increase_time(&mut self, seconds: u64) -> Result<Position, RpcError> {
        let clock = self
            .clock
            .increase(seconds, wall())
            .ok_or_else(|| errors::invalid_params("seconds would lead beyond the year 9999"))?;
        self.store(Vec::new(), self.state.clone(), clock)?;
        Ok(self.position(0))
    }

    fn store(
        &mut self,
        records: Vec<LedgerRecord>,
        state: State,
        clock: Clock,
    ) -> Result<(), RpcError> {
        self.store
            .commit(records, clock.offset())
            .map_err(|e| errors::internal("could not store the ledger", e))?;
        self.state = state;
        self.clock = clock;
        self.publish();
        Ok(())
    }

    fn publish(&self) {
        self.views.send_replace(Arc::new(View {
            state: self.state.clone(),
            clock: self.clock,
            close_mode: self.mode,
            pending: self.queue.len(),
        }));
    }

    fn position(&self, transactions: usize) -> Position {
        Position {
            sequence: self.state.sequence(),
            close_time: self.state.close_time(),
            next_close_time: self.clock.peek(wall()),
            transactions,
        }
    }
}
