//! The network's settings, read from the ledger's CONFIG_SETTING entries.

use crate::state::{Entries, RestoreError};
use std::collections::BTreeSet;
use stellar_xdr::{
    ConfigSettingContractBandwidthV0, ConfigSettingContractComputeV0,
    ConfigSettingContractEventsV0, ConfigSettingContractExecutionLanesV0,
    ConfigSettingContractHistoricalDataV0, ConfigSettingContractLedgerCostExtV0,
    ConfigSettingContractLedgerCostV0, ConfigSettingEntry, ConfigSettingId, ContractCostParams,
    Hash, LedgerEntryData, LedgerKey, LedgerKeyConfigSetting, StateArchivalSettings,
};

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub max_contract_size: u32,
    pub max_data_key_size: u32,
    pub max_data_entry_size: u32,
    pub compute: ConfigSettingContractComputeV0,
    pub ledger_cost: ConfigSettingContractLedgerCostV0,
    pub ledger_cost_ext: ConfigSettingContractLedgerCostExtV0,
    pub historical_data: ConfigSettingContractHistoricalDataV0,
    pub events: ConfigSettingContractEventsV0,
    pub bandwidth: ConfigSettingContractBandwidthV0,
    pub execution_lanes: ConfigSettingContractExecutionLanesV0,
    pub cpu_cost_params: ContractCostParams,
    pub memory_cost_params: ContractCostParams,
    pub archival: StateArchivalSettings,
    /// Samples of the live Soroban state's size, bytes.
    pub state_size_window: Vec<u64>,
    /// Encoded keys of frozen entries.
    pub frozen_keys: BTreeSet<Vec<u8>>,
    /// Hashes of transactions that may touch frozen entries.
    pub freeze_exempt: BTreeSet<Hash>,
}

impl Settings {
    pub fn load(entries: &Entries) -> Result<Settings, RestoreError> {
        macro_rules! setting {
            ($id:ident) => {
                match find(entries, ConfigSettingId::$id)? {
                    ConfigSettingEntry::$id(value) => value.clone(),
                    other => {
                        return Err(RestoreError(format!(
                            "setting {:?} holds {:?}",
                            ConfigSettingId::$id,
                            other.discriminant()
                        )))
                    }
                }
            };
        }
        Ok(Settings {
            max_contract_size: setting!(ContractMaxSizeBytes),
            max_data_key_size: setting!(ContractDataKeySizeBytes),
            max_data_entry_size: setting!(ContractDataEntrySizeBytes),
            compute: setting!(ContractComputeV0),
            ledger_cost: setting!(ContractLedgerCostV0),
            ledger_cost_ext: setting!(ContractLedgerCostExtV0),
            historical_data: setting!(ContractHistoricalDataV0),
            events: setting!(ContractEventsV0),
            bandwidth: setting!(ContractBandwidthV0),
            execution_lanes: setting!(ContractExecutionLanes),
            cpu_cost_params: setting!(ContractCostParamsCpuInstructions),
            memory_cost_params: setting!(ContractCostParamsMemoryBytes),
            archival: setting!(StateArchival),
            state_size_window: setting!(LiveSorobanStateSizeWindow).into(),
            // A ledger on which nothing was ever frozen may lack these.
            frozen_keys: match find(entries, ConfigSettingId::FrozenLedgerKeys) {
                Ok(ConfigSettingEntry::FrozenLedgerKeys(frozen)) => {
                    frozen.keys.iter().map(|key| key.0.to_vec()).collect()
                }
                _ => BTreeSet::new(),
            },
            freeze_exempt: match find(entries, ConfigSettingId::FreezeBypassTxs) {
                Ok(ConfigSettingEntry::FreezeBypassTxs(exempt)) => {
                    exempt.tx_hashes.iter().cloned().collect()
                }
                _ => BTreeSet::new(),
            },
        })
    }

    /// Last ledger of an entry that is restored in ledger `sequence`.
    pub fn restored_until(&self, sequence: u32) -> u32 {
        sequence.saturating_add(self.archival.min_persistent_ttl.saturating_sub(1))
    }

    /// Average size of the state in bytes; rent follows it.
    pub fn average_state_size(&self) -> i64 {
        let count = self.state_size_window.len().max(1) as u64;
        let sum: u64 = self
            .state_size_window
            .iter()
            .fold(0, |sum, size| sum.saturating_add(*size));
        i64::try_from(sum / count).unwrap_or(i64::MAX)
    }
}

pub(crate) fn setting_key(id: ConfigSettingId) -> LedgerKey {
    LedgerKey::ConfigSetting(LedgerKeyConfigSetting {
        config_setting_id: id,
    })
}

fn find(entries: &Entries, id: ConfigSettingId) -> Result<&ConfigSettingEntry, RestoreError> {
    match entries
        .get(&setting_key(id))
        .map(|stored| &stored.entry.data)
    {
        Some(LedgerEntryData::ConfigSetting(setting)) => Ok(setting),
        _ => Err(RestoreError(format!("the ledger has no setting {id:?}"))),
    }
}
