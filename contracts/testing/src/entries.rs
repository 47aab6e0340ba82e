//! A contract's entries on the ledger.

use soroban_sdk::{
    xdr::{ContractDataDurability, LedgerKey, ScAddress, ScVal},
    Address,
};

use crate::World;

impl World {
    /// Keys of a contract's persistent entries, its instance among them, with the ledgers left to live.
    pub fn lifetimes(&self, contract: &Address) -> Vec<(ScVal, u32)> {
        let now = self.env.ledger().sequence();
        let entries = self.entries(contract, ContractDataDurability::Persistent);
        let left = |(key, last): (_, u32)| (key, last.saturating_sub(now));
        entries.into_iter().map(left).collect()
    }

    /// Keys of a contract's temporary entries, with the last ledger of each.
    pub fn temporary_entries(&self, contract: &Address) -> Vec<(ScVal, u32)> {
        self.entries(contract, ContractDataDurability::Temporary)
    }

    fn entries(&self, contract: &Address, durability: ContractDataDurability) -> Vec<(ScVal, u32)> {
        let address = ScAddress::from(contract);
        let entries = self.env.host().get_stored_entries().unwrap();
        let of_contract = entries.into_iter().filter_map(|(key, entry)| {
            let LedgerKey::ContractData(key) = key.as_ref() else {
                return None;
            };
            if key.contract != address || key.durability != durability {
                return None;
            }
            let (_, live_until) = entry?;
            Some((key.key.clone(), live_until?))
        });
        of_contract.collect()
    }
}
