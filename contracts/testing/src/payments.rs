//! Payments and campaigns, with defaults that work.

use soroban_sdk::{Address, BytesN, Env};

use crate::world::{DAY, MERCHANT, START};

/// Ledgers of a period of numbers.
pub const PERIOD: u32 = 262_144;
/// Numbers of a campaign in one period.
pub const NUMBERS: u32 = 8_388_608;
/// Lowest number of the first period, in which a world begins.
pub const FIRST: u32 = NUMBERS;

/// One reward to pay.
#[derive(Clone, Debug)]
pub struct Payment {
    pub number: u32,
    pub reference: BytesN<8>,
    pub to: Address,
    /// Stroops.
    pub amount: i128,
}

/// A campaign to create.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    /// Fills the 32 bytes of the reference.
    pub reference: u8,
    pub merchant: u64,
    pub budget: i128,
    pub starts_at: u64,
    pub ends_at: u64,
    pub per_wallet_cap: Option<i128>,
}

impl Default for Terms {
    /// Open for 30 days, budget 1,000,000 stroops, no cap.
    fn default() -> Self {
        Terms {
            reference: 1,
            merchant: MERCHANT,
            budget: 1_000_000,
            starts_at: START,
            ends_at: START + 30 * DAY,
            per_wallet_cap: None,
        }
    }
}

/// Reference that belongs to a number, never all zeros.
pub fn reference(env: &Env, number: u32) -> BytesN<8> {
    BytesN::from_array(env, &(u64::from(number) + 0xABCD_0000_0000).to_be_bytes())
}

pub fn payment(env: &Env, number: u32, to: &Address, amount: i128) -> Payment {
    Payment {
        number,
        reference: reference(env, number),
        to: to.clone(),
        amount,
    }
}

/// `amount` to each recipient, under the numbers `first`, `first + 1`, ...
pub fn payments<'a>(
    env: &Env,
    first: u32,
    to: impl IntoIterator<Item = &'a Address>,
    amount: i128,
) -> Vec<Payment> {
    let rows = (first..).zip(to);
    rows.map(|(number, to)| payment(env, number, to, amount))
        .collect()
}
