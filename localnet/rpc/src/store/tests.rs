use super::{tables::*, *};
use crate::{
    clock::wall,
    empty_ledger,
    friendbot::transaction::{create, Root},
    participants::AccountKey,
};
use localnet_ledger::{BaseFees, Genesis, Limits as NetworkLimits};
use redb::{ReadableDatabase, ReadableTableMetadata};
use std::time::Duration;
use stellar_xdr::{
    AccountId, LedgerEntryChange, LedgerEntryChanges, Limits, PublicKey, ReadXdr, SignerKey,
    Uint256, WriteXdr,
};

const PASSPHRASE: &str = "A network of tests";

fn try_open(folder: &Path, retention: Option<u32>) -> Result<(Store, Option<Saved>), OpenError> {
    let identity = Identity {
        passphrase: PASSPHRASE.into(),
        limits: "unlimited",
    };
    Store::open(Some(folder), &identity, retention)
}

fn open(folder: &Path, retention: Option<u32>) -> (Store, Option<Saved>) {
    try_open(folder, retention).unwrap_or_else(|e| panic!("{e}"))
}

/// The ledger that a node continues from.
fn last_ledger(folder: &Path) -> u32 {
    open(folder, None).1.unwrap().state.sequence()
}

/// A ledger per account, in which friendbot creates it.
fn create_accounts(store: &Store, accounts: &[AccountKey]) {
    create_accounts_from(wall(), store, accounts);
}

/// As `create_accounts`, on a ledger that began at this time.
fn create_accounts_from(begin: u64, store: &Store, accounts: &[AccountKey]) {
    let mut state = State::genesis(&Genesis {
        passphrase: PASSPHRASE.into(),
        limits: NetworkLimits::Unlimited,
        close_time: begin,
    });
    let meta = empty_ledger::meta(state.header.clone(), state.header_hash.clone());
    let genesis = LedgerRecord::genesis(&state, &meta).unwrap();
    store.commit(vec![genesis], 0).unwrap();
    for account in accounts {
        let id = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(*account)));
        let envelope = Root::of(PASSPHRASE).sign_classic(create(&id), &state);
        let closing = Closing {
            transactions: [envelope].try_into().unwrap(),
            base_fees: BaseFees::minimum(&state),
            close_time: wall(),
        };
        let input = closing.encode().unwrap();
        let closed = closing.run(&state);
        assert!(closed.transactions[0].success);
        let record = LedgerRecord::of(&closed)
            .unwrap()
            .with_log(&closed, input, Duration::ZERO);
        store.commit(vec![record], 0).unwrap();
        state = closed.state;
    }
}

/// A copy of the data folder of a node that runs: what a crash would leave.
fn crashed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

/// What a crash leaves of a ledger with two accounts, and where the log's second entry begins.
fn crashed_with_two() -> (tempfile::TempDir, usize) {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32], [2; 32]]);
    let copy = crashed(folder.path());
    let length = std::fs::metadata(copy.path().join(LOG)).unwrap().len();
    (copy, length as usize / 2)
}

fn meta_of(store: &Store, sequence: u32) -> Vec<u8> {
    store
        .reader()
        .unwrap()
        .ledger(sequence)
        .unwrap()
        .unwrap()
        .meta
}

const LOG: &str = "ledger.log";

#[test]
fn ledgers_that_only_the_log_holds_survive_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32], [2; 32], [3; 32]]);
    let copy = crashed(folder.path());
    let without = crashed(folder.path());
    std::fs::remove_file(without.path().join(LOG)).unwrap();
    assert_eq!(last_ledger(without.path()), 1);

    let meta = meta_of(&store, 4);
    let (store, saved) = open(copy.path(), None);
    assert_eq!(saved.unwrap().state.sequence(), 4);
    assert_eq!(meta_of(&store, 4), meta);
    assert_eq!(ledgers_of(&store, &[3; 32]), [4]);
    assert_eq!(signed_for_by(&store, [3; 32]), [[3; 32]]);
}

#[test]
fn an_entry_that_was_not_written_whole_ends_the_log() {
    let (folder, second) = crashed_with_two();
    let log = std::fs::read(folder.path().join(LOG)).unwrap();
    for length in 0..=log.len() {
        let copy = crashed(folder.path());
        std::fs::write(copy.path().join(LOG), &log[..length]).unwrap();
        let whole = 1 + u32::from(length >= second) + u32::from(length == log.len());
        assert_eq!(last_ledger(copy.path()), whole, "{length}");
    }
}

#[test]
fn what_was_taken_back_does_not_come_again() {
    let (copy, second) = crashed_with_two();
    let (log, entries) = Log::open(copy.path()).unwrap();
    assert_eq!(entries.len(), 2);
    log.take_back(second).unwrap();
    assert_eq!(last_ledger(copy.path()), 2);
}

#[test]
fn a_ledger_that_comes_out_otherwise_is_refused_and_those_before_are_kept() {
    let (copy, at) = crashed_with_two();
    let mut log = std::fs::read(copy.path().join(LOG)).unwrap();
    // The last entry, with another hash of its ledger.
    let (hash, entry) = (at + 36 + 4 + 32, at + 36);
    log[hash] ^= 1;
    let checksum = Sha256::digest(&log[entry..]);
    log[at + 4..entry].copy_from_slice(&checksum);
    std::fs::write(copy.path().join(LOG), log).unwrap();
    let refused = try_open(copy.path(), None).err().unwrap();
    assert!(
        refused.to_string().contains("closes ledger 3 differently"),
        "{refused}"
    );
    std::fs::remove_file(copy.path().join(LOG)).unwrap();
    assert_eq!(last_ledger(copy.path()), 2);
}

#[test]
fn a_log_of_other_ledgers_is_passed_over() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    create_accounts_from(1, &open(folder.path(), None).0, &[[1; 32]]);
    let (store, _) = open(other.path(), None);
    create_accounts(&store, &[[2; 32], [3; 32]]);
    let copy = crashed(other.path());
    std::fs::copy(folder.path().join(LOG), copy.path().join(LOG)).unwrap();
    assert_eq!(last_ledger(copy.path()), 1);
}

#[test]
fn the_database_is_synced_before_the_log_gets_long() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    let accounts: Vec<AccountKey> = (0..300_u32)
        .map(|n| std::array::from_fn(|at| n.to_le_bytes()[at % 4]))
        .collect();
    create_accounts(&store, &accounts);
    let copy = crashed(folder.path());
    assert!(std::fs::metadata(copy.path().join(LOG)).unwrap().len() <= write::MOST_BYTES as u64);
    let synced = crashed(folder.path());
    std::fs::remove_file(synced.path().join(LOG)).unwrap();
    assert!((200..301).contains(&last_ledger(synced.path())));

    let (store, saved) = open(copy.path(), None);
    assert_eq!(saved.unwrap().state.sequence(), 301);
    assert_eq!(ledgers_of(&store, &accounts[299]), [301]);
}

fn ledgers_of(store: &Store, account: &AccountKey) -> Vec<u32> {
    let mut found = Vec::new();
    let all = (0, 0)..=(u32::MAX, u32::MAX);
    store
        .reader()
        .unwrap()
        .scan_account::<redb::Error>(
            account,
            all,
            false,
            |flags| flags == SUCCESSFUL | PAYMENT | EFFECTS,
            |transaction| {
                found.push(transaction.ledger);
                Ok(true)
            },
        )
        .unwrap();
    found
}

/// Accounts with a key among their signers.
fn signed_for_by(store: &Store, key: AccountKey) -> Vec<AccountKey> {
    let signer = SignerKey::Ed25519(Uint256(key));
    let prefix = [&[term::SIGNER][..], &signer.to_xdr(Limits::none()).unwrap()].concat();
    let all = Stretch {
        prefix: &prefix,
        cursor: None,
        descending: false,
    };
    let mut found = Vec::new();
    let reader = store.reader().unwrap();
    reader
        .scan_terms::<redb::Error>(&all, |row| {
            found.push(row.try_into().unwrap());
            Ok(true)
        })
        .unwrap();
    found
}

#[test]
fn finds_accounts_by_their_signers() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32], [2; 32]]);
    assert_eq!(signed_for_by(&store, [1; 32]), [[1; 32]]);
    assert_eq!(signed_for_by(&store, [3; 32]), [] as [AccountKey; 0]);
}

#[test]
fn finds_the_transactions_of_an_account() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32], [2; 32], [3; 32]]);
    assert_eq!(ledgers_of(&store, &[2; 32]), [3]);
}

#[test]
fn a_file_of_format_1_gets_its_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32], [2; 32]]);
    let tx = begin_write(&store);
    tx.delete_table(ACCOUNTS).unwrap();
    tx.delete_table(KINDS).unwrap();
    tx.delete_table(TERMS).unwrap();
    tx.delete_table(ASSETS).unwrap();
    tx.delete_table(HOLDINGS).unwrap();
    tx.delete_table(SUMMARIES).unwrap();
    set_format(&tx, 1);
    tx.commit().unwrap();
    drop(store);

    let (store, saved) = open(folder.path(), None);
    assert_eq!(saved.unwrap().state.sequence(), 3);
    assert_eq!(ledgers_of(&store, &[1; 32]), [2]);
    assert_eq!(ledgers_of(&store, &[2; 32]), [3]);
    assert_eq!(signed_for_by(&store, [2; 32]), [[2; 32]]);
    assert_eq!(format_of(&store), FORMAT);
}

#[test]
fn a_file_of_format_5_gets_the_index_of_accounts_again() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32], [2; 32]]);
    let tx = begin_write(&store);
    tx.open_table(ACCOUNTS)
        .unwrap()
        .remove((&[2; 32], 3, 1))
        .unwrap();
    set_format(&tx, 5);
    tx.commit().unwrap();
    drop(store);

    let (store, _) = open(folder.path(), None);
    assert_eq!(ledgers_of(&store, &[2; 32]), [3]);
    assert_eq!(format_of(&store), FORMAT);
}

#[test]
fn a_file_of_format_3_gets_summaries_and_keeps_its_sums() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), None);
    create_accounts(&store, &[[1; 32]]);
    let changes = store.reader().unwrap().fee_changes((2, 1)).unwrap();
    let paid = LedgerEntryChanges::from_xdr(&changes, Limits::none()).unwrap();
    assert!(matches!(
        paid.0.as_slice(),
        [LedgerEntryChange::State(_), LedgerEntryChange::Updated(_)]
    ));
    let tx = begin_write(&store);
    tx.delete_table(SUMMARIES).unwrap();
    let sum = (2, 0, 0, 7, 0, 0, 0, 0, 0);
    tx.open_table(ASSETS)
        .unwrap()
        .insert(&[3; 45], sum)
        .unwrap();
    set_format(&tx, 3);
    tx.commit().unwrap();
    drop(store);

    let (store, _) = open(folder.path(), None);
    let reader = store.reader().unwrap();
    assert_eq!(reader.fee_changes((2, 1)).unwrap(), changes);
    assert_eq!(reader.operation_counts(2).unwrap(), [(true, 1)]);
    assert_eq!(
        reader.asset(&[3; 45]).unwrap(),
        Some(AssetStats::of_row(sum))
    );
    assert_eq!(format_of(&store), FORMAT);
}

fn begin_write(store: &Store) -> redb::WriteTransaction {
    store.with_db(|db| Ok(db.begin_write()?)).unwrap()
}

fn begin_read(store: &Store) -> redb::ReadTransaction {
    store.with_db(|db| Ok(db.begin_read()?)).unwrap()
}

fn set_format(tx: &redb::WriteTransaction, format: u32) {
    let mut facts = tx.open_table(META).unwrap();
    let bytes = format.to_le_bytes();
    facts.insert(FORMAT_KEY, bytes.as_slice()).unwrap();
}

fn format_of(store: &Store) -> u32 {
    let facts = begin_read(store).open_table(META).unwrap();
    let format = facts.get(FORMAT_KEY).unwrap().unwrap();
    u32::from_le_bytes(format.value().try_into().unwrap())
}

#[test]
fn history_that_goes_takes_its_rows_of_accounts_along() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path(), Some(2));
    create_accounts(&store, &[[1; 32], [2; 32], [3; 32]]);
    assert_eq!(ledgers_of(&store, &[1; 32]), [] as [u32; 0]);
    assert_eq!(ledgers_of(&store, &[2; 32]), [3]);
    // Two transactions are left, each of friendbot and of the account that it creates.
    let accounts = begin_read(&store).open_table(ACCOUNTS).unwrap();
    assert_eq!(accounts.len().unwrap(), 4);
}
