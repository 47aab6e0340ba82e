//! The first ledger: the root account and the network's settings.

use crate::{
    config::setting_key,
    state::{network_id, Entries, State, StoredEntry},
    PROTOCOL,
};
use ed25519_dalek::SigningKey;
use std::sync::Arc;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountId, ConfigSettingEntry, ConfigSettingId,
    ConfigUpgradeSet, EvictionIterator, FreezeBypassTxs, FrozenLedgerKeys, Hash, LedgerEntry,
    LedgerEntryData, LedgerEntryExt, LedgerHeader, LedgerHeaderExt, PublicKey, SequenceNumber,
    StellarValue, StellarValueExt, Thresholds, TimePoint, Uint256,
};

/// 100 billion lumens in stroops: every lumen of the network.
pub const TOTAL_COINS: i64 = 1_000_000_000_000_000_000;
const BASE_FEE: u32 = 100;
const BASE_RESERVE: u32 = 5_000_000;
const MAX_TX_SET_SIZE: u32 = 1_000;

const MAINNET: &str = include_str!("../settings/mainnet-2026-08.json");
const UNLIMITED: &str = include_str!("../settings/unlimited.json");

/// The network's Soroban limits and fees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// Mainnet's limits of August 2026.
    #[default]
    Mainnet,
    /// The limits of stellar-quickstart for local networks without limits.
    Unlimited,
}

#[derive(Clone, Debug)]
pub struct Genesis {
    pub passphrase: String,
    pub limits: Limits,
    /// Unix seconds.
    pub close_time: u64,
}

/// Ed25519 seed of the root account, which holds all lumens at genesis: SHA-256 of the passphrase, as in stellar-core.
pub fn root_account(passphrase: &str) -> [u8; 32] {
    network_id(passphrase).0
}

impl State {
    /// State of ledger 1.
    pub fn genesis(genesis: &Genesis) -> State {
        let settings = match genesis.limits {
            Limits::Mainnet => MAINNET,
            Limits::Unlimited => UNLIMITED,
        };
        let settings: ConfigUpgradeSet =
            serde_json::from_str(settings).expect("the settings file is tested");
        let network_id = network_id(&genesis.passphrase);
        State::assemble(
            first_header(genesis.close_time),
            network_id.clone(),
            first_entries(&network_id, settings.updated_entry.into()),
        )
        .expect("the settings file is complete")
    }
}

fn first_header(close_time: u64) -> LedgerHeader {
    LedgerHeader {
        ledger_version: PROTOCOL,
        previous_ledger_hash: Hash([0; 32]),
        scp_value: StellarValue {
            tx_set_hash: Hash([0; 32]),
            close_time: TimePoint(close_time),
            upgrades: Default::default(),
            ext: StellarValueExt::Basic,
        },
        tx_set_result_hash: Hash([0; 32]),
        bucket_list_hash: Hash([0; 32]),
        ledger_seq: 1,
        total_coins: TOTAL_COINS,
        fee_pool: 0,
        inflation_seq: 0,
        id_pool: 0,
        base_fee: BASE_FEE,
        base_reserve: BASE_RESERVE,
        max_tx_set_size: MAX_TX_SET_SIZE,
        skip_list: Default::default(),
        ext: LedgerHeaderExt::V0,
    }
}

pub(crate) fn first_entries(network_id: &Hash, settings: Vec<ConfigSettingEntry>) -> Entries {
    let mut entries = Entries::new_sync();
    let root = SigningKey::from_bytes(&network_id.0).verifying_key();
    insert(
        &mut entries,
        LedgerEntryData::Account(AccountEntry {
            account_id: AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(root.to_bytes()))),
            balance: TOTAL_COINS,
            seq_num: SequenceNumber(0),
            num_sub_entries: 0,
            inflation_dest: None,
            flags: 0,
            home_domain: Default::default(),
            thresholds: Thresholds([1, 0, 0, 0]),
            signers: Default::default(),
            ext: AccountEntryExt::V0,
        }),
    );
    let state_kept = settings.iter().find_map(|setting| match setting {
        ConfigSettingEntry::StateArchival(archival) => Some(archival.clone()),
        _ => None,
    });
    let archival = state_kept.expect("the settings file is complete");
    let samples = archival.live_soroban_state_size_window_sample_size as usize;
    let computed = [
        ConfigSettingEntry::LiveSorobanStateSizeWindow(
            vec![0; samples].try_into().expect("a short window"),
        ),
        ConfigSettingEntry::EvictionIterator(EvictionIterator {
            bucket_list_level: archival.starting_eviction_scan_level,
            is_curr_bucket: true,
            bucket_file_offset: 0,
        }),
        ConfigSettingEntry::FrozenLedgerKeys(FrozenLedgerKeys {
            keys: Default::default(),
        }),
        ConfigSettingEntry::FreezeBypassTxs(FreezeBypassTxs {
            tx_hashes: Default::default(),
        }),
    ];
    for setting in settings.into_iter().chain(computed) {
        insert(&mut entries, LedgerEntryData::ConfigSetting(setting));
    }
    debug_assert!(entries.contains_key(&setting_key(ConfigSettingId::StateArchival)));
    entries
}

fn insert(entries: &mut Entries, data: LedgerEntryData) {
    let entry = LedgerEntry {
        last_modified_ledger_seq: 1,
        data,
        ext: LedgerEntryExt::V0,
    };
    entries.insert_mut(entry.to_key(), Arc::new(StoredEntry::classic(entry)));
}
