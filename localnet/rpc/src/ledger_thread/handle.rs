//! The other threads' end of the channel.

use super::command::{Command, Position, Reply, Submitted};
use super::{FundError, Funded};
use crate::{
    args::CloseMode,
    clock::wall,
    errors::{self, RpcError},
    view::View,
};
use localnet_ledger::{check, without_v0};
use std::sync::Arc;
use stellar_xdr::{ScAddress, TransactionEnvelope};
use tokio::sync::{mpsc, oneshot, watch};

#[derive(Clone)]
pub struct LedgerHandle {
    commands: mpsc::Sender<Command>,
    views: watch::Receiver<Arc<View>>,
}

impl LedgerHandle {
    pub(super) fn new(commands: mpsc::Sender<Command>, views: watch::Receiver<Arc<View>>) -> Self {
        LedgerHandle { commands, views }
    }

    /// The last closed ledger.
    pub fn view(&self) -> Arc<View> {
        self.views.borrow().clone()
    }

    /// Notified of every new view.
    pub fn views(&self) -> watch::Receiver<Arc<View>> {
        self.views.clone()
    }

    pub async fn submit(&self, envelope: TransactionEnvelope) -> Result<Submitted, RpcError> {
        let envelope = without_v0(envelope);
        let view = self.view();
        // Only for the signatures, which are remembered: checking them takes most of the time, and there is one ledger thread.
        let _ = check(&view.state, &envelope, view.clock.peek(wall()));
        drop(view);
        let envelope = Box::new(envelope);
        self.ask(|reply| Command::Submit { envelope, reply }).await
    }

    pub async fn fund(&self, address: ScAddress) -> Result<Funded, FundError> {
        self.ask(|reply| Command::Fund { address, reply }).await
    }

    pub async fn close_ledger(&self, count: u32) -> Result<Position, RpcError> {
        self.ask(|reply| Command::CloseLedger { count, reply })
            .await
    }

    pub async fn advance_sequence(&self, ledgers: u32) -> Result<Position, RpcError> {
        self.ask(|reply| Command::AdvanceSequence { ledgers, reply })
            .await
    }

    pub async fn increase_time(&self, seconds: u64) -> Result<Position, RpcError> {
        self.ask(|reply| Command::IncreaseTime { seconds, reply })
            .await
    }

    pub async fn set_close_mode(&self, mode: CloseMode) -> Result<Position, RpcError> {
        self.ask(|reply| Command::SetCloseMode { mode, reply })
            .await
    }

    /// For readers that found the database closed. Without room for the command, another one will do so.
    pub fn reopen(&self) {
        let _ = self.commands.try_send(Command::Reopen);
    }

    async fn ask<T, E: From<RpcError>>(
        &self,
        command: impl FnOnce(Reply<T, E>) -> Command,
    ) -> Result<T, E> {
        let gone = || {
            E::from(errors::internal(
                "the ledger gave no answer",
                "it is shutting down or has panicked",
            ))
        };
        let (sender, receiver) = oneshot::channel();
        self.commands
            .send(command(Reply::new(sender)))
            .await
            .map_err(|_| gone())?;
        receiver.await.map_err(|_| gone())?
    }
}
