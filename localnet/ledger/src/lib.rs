//! A Stellar ledger as a library: state, transaction processing and the Soroban host. No I/O, no clock, no async.
//!
//! Start at [`State::genesis`], then [`check`] what a client sends, [`room`] for it in a queue,
//! [`pick`] what shares a ledger, [`close`] ledgers with it and [`simulate::simulate`] what it is about to send. A
//! [`State`] is a persistent map: cloning costs nothing, so the clone is the read view, the snapshot and the way back.

// A failing result code is as much a normal outcome as a success, and is stored by value either way.
#![allow(clippy::result_large_err)]

mod account;
mod apply;
mod asset;
mod bid;
mod close;
mod config;
mod demand;
mod events;
mod fees;
mod frame;
mod frozen;
mod genesis;
mod host;
mod index;
mod meta;
mod operations;
mod pick;
pub mod replay;
mod result;
mod room;
mod signatures;
pub mod simulate;
mod soroban;
mod sponsorship;
mod state;
mod trustline;
mod upkeep;
mod validity;
mod work;

pub use asset::{contract_id as asset_contract_id, sep11 as asset_name};
pub use bid::Bid;
pub use close::{close, skip, Applied, Closed, STACK};
pub use demand::{exceeds_transaction_limits, Demand, Phase};
pub use frame::{transaction_hashes, without_v0, TxHashes};
pub use genesis::{root_account, Genesis, Limits, TOTAL_COINS};
pub use pick::{pick, BaseFees, Picked};
pub use room::{room, Room};
pub use state::{Entries, RestoreError, State, StoredEntry};
pub use validity::{check, refusal};

pub use stellar_xdr as xdr;

/// The one protocol this build executes.
pub const PROTOCOL: u32 = 28;

/// Every operation by its name; true if it does the same as on the network. Operations of the exchange fail with
/// `opNOT_SUPPORTED`. Inflation fails with it too, as on the network.
pub const OPERATIONS: [(&str, bool); 27] = [
    ("CreateAccount", true),
    ("Payment", true),
    ("PathPaymentStrictReceive", false),
    ("ManageSellOffer", false),
    ("CreatePassiveSellOffer", false),
    ("SetOptions", true),
    ("ChangeTrust", true),
    ("AllowTrust", true),
    ("AccountMerge", true),
    ("Inflation", true),
    ("ManageData", true),
    ("BumpSequence", true),
    ("ManageBuyOffer", false),
    ("PathPaymentStrictSend", false),
    ("CreateClaimableBalance", true),
    ("ClaimClaimableBalance", true),
    ("BeginSponsoringFutureReserves", true),
    ("EndSponsoringFutureReserves", true),
    ("RevokeSponsorship", true),
    ("Clawback", true),
    ("ClawbackClaimableBalance", true),
    ("SetTrustLineFlags", true),
    ("LiquidityPoolDeposit", false),
    ("LiquidityPoolWithdraw", false),
    ("InvokeHostFunction", true),
    ("ExtendFootprintTtl", true),
    ("RestoreFootprint", true),
];
