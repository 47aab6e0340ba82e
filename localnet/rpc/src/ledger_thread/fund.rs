//! The part of friendbot that needs the ledger: choose, build, sign and close, in one step on the ledger thread, so that no
//! other transaction of the root account comes between.

use super::LedgerThread;
use crate::{
    clock::wall,
    errors::RpcError,
    friendbot::transaction::{self, Root},
};
use localnet_ledger::check;
use stellar_xdr::{
    Hash, LedgerEntryData, LedgerKey, LedgerKeyAccount, PublicKey, ScAddress, TransactionEnvelope,
    TransactionResult,
};

/// The transaction that funded an address, closed and stored.
#[derive(Debug)]
pub struct Funded {
    pub hash: Hash,
    pub envelope: TransactionEnvelope,
}

#[derive(Debug)]
pub enum FundError {
    AlreadyFunded,
    /// The transaction was refused, or failed in the ledger.
    Refused(Box<TransactionResult>),
    /// The contract address cannot receive lumens.
    Simulation(String),
    Unsupported,
    Node(RpcError),
}

impl From<RpcError> for FundError {
    fn from(error: RpcError) -> Self {
        FundError::Node(error)
    }
}

impl LedgerThread {
    pub(super) fn fund(&mut self, address: &ScAddress) -> Result<Funded, FundError> {
        match address {
            ScAddress::Account(account) => {
                let PublicKey::PublicKeyTypeEd25519(_) = &account.0;
                let key = LedgerKey::Account(LedgerKeyAccount {
                    account_id: account.clone(),
                });
                let balance = self.state.get(&key).map(|stored| match &stored.entry.data {
                    LedgerEntryData::Account(entry) => entry.balance,
                    _ => 0,
                });
                if balance.is_some_and(|balance| balance >= transaction::STARTING_BALANCE) {
                    return Err(FundError::AlreadyFunded);
                }
                let operation = match balance {
                    Some(_) => transaction::pay(account),
                    None => transaction::create(account),
                };
                let envelope = self.root().sign_classic(operation, &self.state);
                self.close_friendbot(envelope)
            }
            ScAddress::Contract(_) => self.fund_contract(address),
            _ => Err(FundError::Unsupported),
        }
    }

    /// Through the native asset's contract, which is deployed when the first contract is funded.
    fn fund_contract(&mut self, address: &ScAddress) -> Result<Funded, FundError> {
        let native = transaction::native_contract(&self.state.network_id);
        if self
            .state
            .get(&transaction::instance_key(&native))
            .is_none()
        {
            let deploy = self.simulated(transaction::deploy_native())?;
            self.close_friendbot(deploy)?;
        }
        if self.contract_balance(&native, address)? >= i128::from(transaction::STARTING_BALANCE) {
            return Err(FundError::AlreadyFunded);
        }
        let transfer = transaction::transfer(&native, &self.root().address(), address);
        let envelope = self.simulated(transfer)?;
        self.close_friendbot(envelope)
    }

    fn contract_balance(&self, native: &ScAddress, address: &ScAddress) -> Result<i128, FundError> {
        let call = self
            .root()
            .sign_classic(transaction::balance(native, address), &self.state);
        transaction::simulate(&self.state, &call, self.clock.peek(wall()))
            .map(|simulation| transaction::amount(&simulation))
            .map_err(FundError::Simulation)
    }

    fn simulated(
        &self,
        operation: stellar_xdr::Operation,
    ) -> Result<TransactionEnvelope, FundError> {
        self.root()
            .sign_soroban(operation, &self.state, self.clock.peek(wall()))
            .map_err(FundError::Simulation)
    }

    /// Closes a ledger with friendbot's transaction alone, in every close mode: friendbot answers for a closed ledger,
    /// and what waits in manual mode keeps waiting.
    fn close_friendbot(&mut self, envelope: TransactionEnvelope) -> Result<Funded, FundError> {
        let hashes =
            check(&self.state, &envelope, self.clock.peek(wall())).map_err(FundError::Refused)?;
        let applied = self.close_with(vec![envelope.clone()])?;
        match applied.into_iter().next() {
            Some(applied) if !applied.success => Err(FundError::Refused(Box::new(applied.result))),
            _ => Ok(Funded {
                hash: hashes.hash,
                envelope,
            }),
        }
    }

    fn root(&self) -> Root {
        Root::of(&self.passphrase)
    }
}
