//! A log of what ledgers were closed from, in a file beside the database: a few hundred bytes for each transaction. Each commit
//! syncs it. Ledgers are written to the database when somebody reads it or many of them wait, and it is synced from time to time.
//! After a crash, the ledgers since then are closed again.

use super::{error::OpenError, LedgerRecord};
use localnet_ledger::{close, BaseFees, Closed, State, STACK};
use sha2::{Digest, Sha256};
use std::{
    fs::{File, OpenOptions},
    io::{self, Read},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};
use stellar_xdr::{Error, Limits, ReadXdr, TransactionEnvelope, VecM, WriteXdr};

const FILE: &str = "ledger.log";
/// Ledgers that are stored together when they were closed again.
const PART: usize = 128;
/// Bytes of the length and the checksum before each entry.
const HEAD: usize = 4 + 32;

/// All that decides how a ledger closes, beside the ledger before.
pub struct Closing {
    pub transactions: VecM<TransactionEnvelope>,
    pub base_fees: BaseFees,
    pub close_time: u64,
}

impl Closing {
    pub fn run(self, state: &State) -> Closed {
        close(
            state,
            self.transactions.into_vec(),
            self.base_fees,
            self.close_time,
        )
    }

    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        bytes.extend(self.base_fees.classic.to_le_bytes());
        bytes.extend(self.base_fees.soroban.to_le_bytes());
        bytes.extend(self.close_time.to_le_bytes());
        bytes.extend(self.transactions.to_xdr(Limits::none())?);
        Ok(bytes)
    }

    fn decode(mut bytes: &[u8]) -> Option<Closing> {
        let classic = i64::from_le_bytes(take(&mut bytes)?);
        let soroban = i64::from_le_bytes(take(&mut bytes)?);
        Some(Closing {
            base_fees: BaseFees { classic, soroban },
            close_time: u64::from_le_bytes(take(&mut bytes)?),
            transactions: VecM::from_xdr(bytes, Limits::none()).ok()?,
        })
    }
}

/// A ledger that was closed.
pub struct Entry {
    sequence: u32,
    previous: [u8; 32],
    hash: [u8; 32],
    /// Encoded `Closing`, which is decoded only if the ledger is to be closed again: another version may have written what is old.
    closing: Vec<u8>,
}

impl Entry {
    fn decode(mut bytes: &[u8]) -> Option<Entry> {
        Some(Entry {
            sequence: u32::from_le_bytes(take(&mut bytes)?),
            previous: take(&mut bytes)?,
            hash: take(&mut bytes)?,
            closing: bytes.to_vec(),
        })
    }
}

/// The entries of `records` one after the other; `None` if one of them is a jump or genesis, or is in the log already.
pub fn entries(records: &[LedgerRecord]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for record in records {
        let logged = record.logged.as_ref()?;
        let sequence = record.sequence.to_le_bytes();
        let entry = [
            &sequence[..],
            &logged.previous,
            &logged.hash,
            &logged.closing,
        ]
        .concat();
        bytes.extend((entry.len() as u32).to_le_bytes());
        bytes.extend(Sha256::digest(&entry));
        bytes.extend(entry);
    }
    Some(bytes)
}

pub struct Log(File);

impl Log {
    /// Opens or creates the log in `folder`, with the entries that it holds.
    pub fn open(folder: &Path) -> io::Result<(Log, Vec<Entry>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path(folder))?;
        // A new file is there after a crash only if its folder says so. Some file systems refuse to sync a folder.
        let _ = File::open(folder)?.sync_all();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok((Log(file), read(&bytes)))
    }

    /// Writes entries from byte `at` on. They are on disk when this returns. The file is never cut, since a sync takes longer if the
    /// file grows. What stands behind the entries is older, and doesn't continue the ledger.
    pub fn write(&self, entries: &[u8], at: usize) -> io::Result<()> {
        self.0.write_all_at(entries, at as u64)?;
        self.0.sync_data()
    }

    /// Takes back what `write` may have written from byte `at` on.
    pub fn take_back(&self, at: usize) -> io::Result<()> {
        self.write(&[0; HEAD], at)
    }

    /// Forgets the entries of a ledger that was here before.
    pub fn clear(&self) -> io::Result<()> {
        self.0.set_len(0)
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// The entries up to the first that was not written whole.
fn read(mut bytes: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::new();
    while let Some((entry, length)) = first(bytes) {
        entries.push(entry);
        bytes = &bytes[length..];
    }
    entries
}

fn first(bytes: &[u8]) -> Option<(Entry, usize)> {
    let mut rest = bytes;
    let length = u32::from_le_bytes(take(&mut rest)?) as usize;
    let checksum: [u8; 32] = take(&mut rest)?;
    let entry = rest.get(..length)?;
    if Sha256::digest(entry)[..] != checksum {
        return None;
    }
    Some((Entry::decode(entry)?, HEAD + length))
}

/// Closes the ledgers that follow `state` once more, and returns the last state. `store` gets them in parts, also those before one
/// that fails: they are not closed a third time.
pub fn replay(
    folder: &Path,
    state: State,
    entries: &[Entry],
    store: impl FnMut(Vec<LedgerRecord>) -> Result<(), redb::Error> + Send,
) -> Result<State, OpenError> {
    let closed = std::thread::scope(|scope| {
        let run = || replay_on_this_stack(folder, state, entries, store);
        let thread = std::thread::Builder::new().stack_size(STACK);
        Ok::<_, io::Error>(thread.spawn_scoped(scope, run)?.join())
    });
    closed.map_err(redb::Error::Io)?.unwrap_or_else(|_| {
        Err(OpenError::Corrupt {
            path: path(folder),
            cause: "a ledger of it can't be closed".into(),
        })
    })
}

fn replay_on_this_stack(
    folder: &Path,
    mut state: State,
    entries: &[Entry],
    mut store: impl FnMut(Vec<LedgerRecord>) -> Result<(), redb::Error>,
) -> Result<State, OpenError> {
    let mut records = Vec::new();
    for entry in entries {
        // Stored already, or of another ledger.
        if entry.sequence != state.sequence() + 1 || entry.previous != state.header_hash.0 {
            continue;
        }
        let closed = Closing::decode(&entry.closing).map(|closing| closing.run(&state));
        let Some(closed) = closed.filter(|closed| closed.state.header_hash.0 == entry.hash) else {
            store(records)?;
            return Err(OpenError::OtherOutcome {
                path: path(folder),
                sequence: entry.sequence,
            });
        };
        let record = LedgerRecord::of(&closed)
            .map_err(|e| redb::Error::Corrupted(format!("a ledger cannot be encoded: {e}")))?;
        records.push(record);
        state = closed.state;
        if records.len() == PART {
            store(std::mem::take(&mut records))?;
        }
    }
    store(records)?;
    Ok(state)
}

fn take<const LENGTH: usize>(bytes: &mut &[u8]) -> Option<[u8; LENGTH]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
