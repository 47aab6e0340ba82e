//! Why a data folder cannot be used. The texts are for the person who started the program.

use std::{fmt, path::PathBuf};

#[derive(Debug)]
pub enum OpenError {
    NotWritable {
        path: PathBuf,
        cause: std::io::Error,
    },
    InUse {
        path: PathBuf,
    },
    Corrupt {
        path: PathBuf,
        cause: String,
    },
    NewerFormat {
        path: PathBuf,
        found: u32,
        known: u32,
    },
    OtherPassphrase {
        path: PathBuf,
        found: String,
    },
    OtherLimits {
        path: PathBuf,
        found: String,
    },
    /// A ledger of the log came out otherwise when it was closed again.
    OtherOutcome {
        path: PathBuf,
        sequence: u32,
    },
    Failed(redb::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::NotWritable { path, cause } => write!(
                f,
                "cannot write to {}: {cause}. Free space, fix its permissions, or choose another folder with --data.",
                path.display()
            ),
            OpenError::InUse { path } => write!(
                f,
                "{} is in use by another localnet. Stop that one, or choose another folder with --data.",
                path.display()
            ),
            OpenError::Corrupt { path, cause } => write!(
                f,
                "{} is damaged ({cause}). Move it away to start a new ledger, or restore it from a backup.",
                path.display()
            ),
            OpenError::NewerFormat { path, found, known } => write!(
                f,
                "{} has format {found}, and this localnet knows formats up to {known}. Update localnet, or choose \
                 another folder with --data.",
                path.display()
            ),
            OpenError::OtherPassphrase { path, found } => write!(
                f,
                "{} belongs to the network \"{found}\". Start with --passphrase \"{found}\", or choose another folder \
                 with --data.",
                path.display()
            ),
            OpenError::OtherLimits { path, found } => write!(
                f,
                "{} was created with --limits {found}. Start with that, or choose another folder with --data.",
                path.display()
            ),
            OpenError::OtherOutcome { path, sequence } => write!(
                f,
                "this localnet closes ledger {sequence} differently from the one that wrote {} and was killed. Start and stop \
                 that version once more, or delete the file to go on from ledger {}.",
                path.display(),
                sequence - 1
            ),
            OpenError::Failed(cause) => write!(f, "cannot open the ledger database: {cause}"),
        }
    }
}

impl std::error::Error for OpenError {}

/// Anything that redb reports while the database is open.
impl<E: Into<redb::Error>> From<E> for OpenError {
    fn from(error: E) -> Self {
        OpenError::Failed(error.into())
    }
}
