//! What may happen.

use proptest::prelude::*;

pub const MERCHANTS: usize = 2;
/// Three contract wallets, an account, one whose line takes little, one without a line.
pub const WALLETS: usize = 6;
pub const SMALL: usize = 4;
pub const LINELESS: usize = 5;
pub const SMALL_LIMIT: i128 = 120;

/// What is wrong with a claim.
#[derive(Clone, Copy, Debug)]
pub enum Twist {
    Nothing,
    Amount,
    Index,
    Wallet,
    ProofOfAnother,
    LongerProof,
}

#[derive(Clone, Debug)]
pub enum Step {
    Deposit(usize, i128),
    /// Merchant, wallets with amounts, surplus, seconds until it opens, seconds that it lasts.
    Create(usize, Vec<(usize, i128)>, i128, u64, u64),
    /// Drop, leaf, on behalf of the wallet, what is wrong.
    Claim(usize, usize, bool, Twist),
    Sweep(usize),
    Cancel(usize),
    Wait(u64),
}

pub fn step() -> impl Strategy<Value = Step> {
    let leaves = prop::collection::vec((0..WALLETS, 1..100i128), 1..7);
    let twist = prop_oneof![
        6 => Just(Twist::Nothing),
        1 => Just(Twist::Amount),
        1 => Just(Twist::Index),
        1 => Just(Twist::Wallet),
        1 => Just(Twist::ProofOfAnother),
        1 => Just(Twist::LongerProof),
    ];
    prop_oneof![
        3 => (0..MERCHANTS, 1..600i128).prop_map(|(who, amount)| Step::Deposit(who, amount)),
        4 => (0..MERCHANTS, leaves, -30..30i128, 0..100u64, 1..300u64)
            .prop_map(|(who, leaves, surplus, opens, lasts)| Step::Create(who, leaves, surplus, opens, lasts)),
        12 => (0..5usize, 0..7usize, any::<bool>(), twist)
            .prop_map(|(drop, leaf, behalf, twist)| Step::Claim(drop, leaf, behalf, twist)),
        2 => (0..5usize).prop_map(Step::Sweep),
        1 => (0..5usize).prop_map(Step::Cancel),
        4 => (0..120u64).prop_map(Step::Wait),
    ]
}
