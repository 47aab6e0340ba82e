//! Soroban operations: declared resources, invocation, TTL.

pub(crate) mod diagnostics;
pub(crate) mod extend;
pub(crate) mod invoke;
pub(crate) mod refundable;
pub(crate) mod resources;
pub(crate) mod restore;

use crate::{
    config::Settings, frame::Frame, host::Host, operations::Check, state::StoredEntry, work::Work,
};
use diagnostics::Diagnostics;
use refundable::RefundableFee;
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountId, ContractDataDurability, ContractEvent, Hash, LedgerKey, OperationBody,
    OperationResult, ScVal, SorobanResources,
};

/// The state that a Soroban operation reads and writes.
pub(crate) struct SorobanContext<'a> {
    pub work: &'a mut Work,
    pub settings: &'a Settings,
    pub host: &'a dyn Host,
    pub network_id: &'a Hash,
    pub frame: &'a Frame,
    pub source: &'a AccountId,
    /// Seed of the operation's random numbers.
    pub seed: [u8; 32],
    pub fee: &'a mut RefundableFee,
    pub diagnostics: &'a mut Diagnostics,
    pub effects: &'a mut Effects,
}

/// Contents of the meta of a Soroban operation besides its changes.
#[derive(Default)]
pub(crate) struct Effects {
    pub events: Vec<ContractEvent>,
    pub return_value: Option<ScVal>,
    /// Archived entries that were restored, as meta shows them.
    pub restored: BTreeMap<LedgerKey, StoredEntry>,
}

impl SorobanContext<'_> {
    /// Validity has made sure that it is there.
    pub fn resources(&self) -> &SorobanResources {
        let data = self
            .frame
            .soroban_data()
            .expect("a Soroban transaction has resources");
        &data.resources
    }

    /// Last ledger of an entry restored now.
    pub fn restored_until(&self) -> u32 {
        self.settings.restored_until(self.work.sequence())
    }

    /// True if contract data or code of this size (bytes) is allowed; if not, diagnostics say so.
    pub fn check_entry_size(&mut self, key: &LedgerKey, size: u32) -> bool {
        let (limit, what) = match key {
            LedgerKey::ContractCode(_) => (
                self.settings.max_contract_size,
                "WASM size exceeds network config maximum contract size",
            ),
            LedgerKey::ContractData(_) => (
                self.settings.max_data_entry_size,
                "ContractData size exceeds network config maximum size",
            ),
            _ => return true,
        };
        if size > limit {
            self.diagnostics
                .limit_exceeded(what, &[u64::from(size), u64::from(limit)]);
        }
        size <= limit
    }
}

pub(crate) fn durability(key: &LedgerKey) -> Option<ContractDataDurability> {
    match key {
        LedgerKey::ContractData(data) => Some(data.durability),
        LedgerKey::ContractCode(_) => Some(ContractDataDurability::Persistent),
        _ => None,
    }
}

pub(crate) fn is_persistent(key: &LedgerKey) -> bool {
    durability(key) == Some(ContractDataDurability::Persistent)
}

pub(crate) fn check(
    body: &OperationBody,
    settings: &Settings,
    frame: &Frame,
    diagnostics: &mut Diagnostics,
) -> Check {
    match body {
        OperationBody::InvokeHostFunction(op) => invoke::check(op, settings, diagnostics),
        OperationBody::ExtendFootprintTtl(op) => extend::check(op, settings, frame, diagnostics),
        OperationBody::RestoreFootprint(_) => restore::check(frame, diagnostics),
        _ => Err(OperationResult::OpNotSupported),
    }
}
