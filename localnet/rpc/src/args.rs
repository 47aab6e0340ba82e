//! Command line.

use clap::{Parser, ValueEnum};
use std::{path::PathBuf, str::FromStr, time::Duration};

pub const DEFAULT_PASSPHRASE: &str = "Standalone Network ; February 2017";

/// A Stellar network in one process: Stellar RPC, friendbot and time travel over an embedded ledger.
#[derive(Parser, Clone, Debug)]
#[command(name = "localnet", version, args_override_self = true)]
pub struct Args {
    /// Port to listen on; 0 picks a free one, which the first line of output names
    #[arg(long, default_value_t = 8000)]
    pub port: u16,

    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,

    /// Folder for the ledger; without it the ledger is kept in memory
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Network passphrase; it is part of every signature
    #[arg(long, default_value = DEFAULT_PASSPHRASE)]
    pub passphrase: String,

    /// Soroban limits and fees
    #[arg(long, value_enum, default_value_t = LimitsName::Mainnet)]
    pub limits: LimitsName,

    /// When ledgers close: "instant" (with each transaction), "manual" or "interval:MILLISECONDS"
    #[arg(long, default_value = "instant")]
    pub close_mode: CloseMode,

    /// Number of ledgers of history to keep (default: all)
    #[arg(long, value_name = "LEDGERS", value_parser = clap::value_parser!(u32).range(1..))]
    pub retention: Option<u32>,

    /// Stop when standard input closes, since the process that started this one has then ended
    #[arg(long)]
    pub exit_with_stdin: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LimitsName {
    Mainnet,
    Unlimited,
}

impl LimitsName {
    pub fn as_str(self) -> &'static str {
        match self {
            LimitsName::Mainnet => "mainnet",
            LimitsName::Unlimited => "unlimited",
        }
    }

    pub fn limits(self) -> localnet_ledger::Limits {
        match self {
            LimitsName::Mainnet => localnet_ledger::Limits::Mainnet,
            LimitsName::Unlimited => localnet_ledger::Limits::Unlimited,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseMode {
    /// A ledger closes with each transaction, before `sendTransaction` answers.
    Instant,
    /// Ledgers close on `localnet_closeLedger` only.
    Manual,
    /// Ledgers close at an interval, with or without transactions.
    Interval(Duration),
}

impl CloseMode {
    /// `ms` belongs to "interval" and to no other mode.
    pub fn from_parts(mode: &str, ms: Option<u64>) -> Result<Self, String> {
        match (mode, ms) {
            ("instant", None) => Ok(CloseMode::Instant),
            ("manual", None) => Ok(CloseMode::Manual),
            ("interval", Some(ms @ 1..=86_400_000)) => {
                Ok(CloseMode::Interval(Duration::from_millis(ms)))
            }
            ("interval", _) => Err("mode \"interval\" needs ms from 1 to 86400000".into()),
            ("instant" | "manual", Some(_)) => Err(format!("mode \"{mode}\" takes no ms")),
            _ => Err(format!(
                "unknown close mode \"{mode}\": use instant, manual or interval"
            )),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            CloseMode::Instant => "instant",
            CloseMode::Manual => "manual",
            CloseMode::Interval(_) => "interval",
        }
    }

    pub fn milliseconds(self) -> Option<u64> {
        match self {
            CloseMode::Interval(every) => Some(every.as_millis() as u64),
            _ => None,
        }
    }
}

impl FromStr for CloseMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None => CloseMode::from_parts(text, None),
            Some((mode, ms)) => {
                let ms = ms
                    .parse()
                    .map_err(|_| format!("\"{ms}\" is not a number of milliseconds"))?;
                CloseMode::from_parts(mode, Some(ms))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }

    #[test]
    fn close_modes() {
        assert_eq!("instant".parse(), Ok(CloseMode::Instant));
        assert_eq!(
            "interval:250".parse(),
            Ok(CloseMode::Interval(Duration::from_millis(250)))
        );
        for bad in [
            "",
            "interval",
            "interval:0",
            "interval:x",
            "manual:5",
            "soon",
        ] {
            assert!(bad.parse::<CloseMode>().is_err(), "{bad}");
        }
    }
}
