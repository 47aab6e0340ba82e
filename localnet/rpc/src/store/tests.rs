use super::{tables::*, *};
use crate::{
    clock::wall,
    empty_ledger,
    friendbot::transaction::{create, Root},
    participants::AccountKey,
};
use localnet_ledger::{close, BaseFees, Genesis, Limits as NetworkLimits};
use redb::{ReadableDatabase, ReadableTableMetadata};
use stellar_xdr::{
    AccountId, LedgerEntryChange, LedgerEntryChanges, Limits, PublicKey, ReadXdr, SignerKey,
    Uint256, WriteXdr,
};

const PASSPHRASE: &str = "A network of tests";

fn open(folder: &Path, retention: Option<u32>) -> (Store, Option<Saved>) {
    let identity = Identity {
        passphrase: PASSPHRASE.into(),
        limits: "unlimited",
    };
    Store::open(Some(folder), &identity, retention).unwrap_or_else(|e| panic!("{e}"))
}

/// A ledger per account, in which friendbot creates it.
fn create_accounts(store: &Store, accounts: &[AccountKey]) {
    let mut state = State::genesis(&Genesis {
        passphrase: PASSPHRASE.into(),
        limits: NetworkLimits::Unlimited,
        close_time: wall(),
    });
    let meta = empty_ledger::meta(state.header.clone(), state.header_hash.clone());
    let genesis = LedgerRecord::genesis(&state, &meta).unwrap();
    store.commit(&[genesis], 0).unwrap();
    for account in accounts {
        let id = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(*account)));
        let envelope = Root::of(PASSPHRASE).sign_classic(create(&id), &state);
        let closed = close(&state, vec![envelope], BaseFees::minimum(&state), wall());
        assert!(closed.transactions[0].success);
        store
            .commit(&[LedgerRecord::of(&closed).unwrap()], 0)
            .unwrap();
        state = closed.state;
    }
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
    let tx = store.db.begin_write().unwrap();
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
    let tx = store.db.begin_write().unwrap();
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

fn set_format(tx: &redb::WriteTransaction, format: u32) {
    let mut facts = tx.open_table(META).unwrap();
    let bytes = format.to_le_bytes();
    facts.insert(FORMAT_KEY, bytes.as_slice()).unwrap();
}

fn format_of(store: &Store) -> u32 {
    let facts = store.db.begin_read().unwrap().open_table(META).unwrap();
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
    let accounts = store.db.begin_read().unwrap().open_table(ACCOUNTS).unwrap();
    assert_eq!(accounts.len().unwrap(), 4);
}
