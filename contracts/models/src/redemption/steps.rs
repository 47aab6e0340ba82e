//! Steps of items and redemptions.

use arbitrary::{Result, Unstructured};

use merit_testing::DAY;

use super::reference::{Name, Terms, ITEMS, TIMES, WALLETS};
use crate::draw::{draw, Kinds};

/// Wallets and items by number.
#[derive(Clone, Debug)]
pub enum Step {
    SetItem {
        item: u64,
        terms: Terms,
    },
    /// Item, units that a manager adds after reading the stock.
    Restock(u64, u32),
    /// Item, expected, stock.
    SetStock(u64, u32, u32),
    Redeem {
        wallet: usize,
        item: u64,
        quantity: u32,
        /// Stroops above the price (below it where negative).
        margin: i128,
        /// Other times than the item's: an index into [`TIMES`].
        times: Option<usize>,
        reference: u8,
    },
    Fulfil(Name),
    CancelByRole(Name),
    /// Wallet that signs, redemption.
    CancelByWallet(usize, Name),
    Expire(Name),
    /// Pays a wallet the money that it is owed.
    Withdraw(usize),
    /// Freezes (true) or frees a wallet.
    FreezeWallet(usize, bool),
    /// The asset's admin takes from what the contract holds, or gives it back.
    ClawBack(i128),
    Refill,
    /// Stops (true) or restarts this contract, or the system.
    Pause(bool),
    PauseSystem(bool),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 15> = [
    (2, |bytes| {
        Ok(Step::SetItem {
            item: item(bytes)?,
            terms: Terms {
                merchant: u64::from(bytes.ratio(1, 8)?),
                price: bytes.int_in_range(0..=3_000)?,
                active: bytes.ratio(3, 4)?,
                times: times(bytes)?,
                limit: bytes.int_in_range(0..=4)?,
            },
        })
    }),
    (3, |bytes| {
        Ok(Step::Restock(item(bytes)?, bytes.int_in_range(1..=6)?))
    }),
    (1, |bytes| {
        let expected = bytes.int_in_range(0..=6)?;
        Ok(Step::SetStock(
            item(bytes)?,
            expected,
            bytes.int_in_range(0..=6)?,
        ))
    }),
    (12, |bytes| {
        Ok(Step::Redeem {
            wallet: wallet(bytes)?,
            item: item(bytes)?,
            quantity: bytes.int_in_range(0..=3)?,
            margin: bytes.int_in_range(-1..=5)?,
            times: bytes.ratio(1, 6)?.then(|| times(bytes)).transpose()?,
            reference: reference(bytes)?,
        })
    }),
    (4, |bytes| Ok(Step::Fulfil(name(bytes)?))),
    (2, |bytes| Ok(Step::CancelByRole(name(bytes)?))),
    (4, |bytes| {
        let name = name(bytes)?;
        let other = bytes.ratio(1, 5)?;
        let signer = if other { wallet(bytes)? } else { name.0 };
        Ok(Step::CancelByWallet(signer, name))
    }),
    (4, |bytes| Ok(Step::Expire(name(bytes)?))),
    (2, |bytes| Ok(Step::Withdraw(wallet(bytes)?))),
    (2, |bytes| {
        Ok(Step::FreezeWallet(wallet(bytes)?, bytes.ratio(1, 3)?))
    }),
    (1, |bytes| {
        Ok(Step::ClawBack(bytes.int_in_range(1..=2_000)?))
    }),
    (2, |_| Ok(Step::Refill)),
    (1, |bytes| Ok(Step::Pause(bytes.ratio(1, 3)?))),
    (1, |bytes| Ok(Step::PauseSystem(bytes.ratio(1, 3)?))),
    (4, |bytes| Ok(Step::Wait(seconds(bytes)?))),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn wallet(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=WALLETS - 1)
}

fn item(bytes: &mut Unstructured) -> Result<u64> {
    bytes.int_in_range(0..=ITEMS)
}

fn reference(bytes: &mut Unstructured) -> Result<u8> {
    bytes.int_in_range(0..=7)
}

fn name(bytes: &mut Unstructured) -> Result<Name> {
    Ok((wallet(bytes)?, reference(bytes)?))
}

fn times(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=TIMES.len() - 1)
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (4, |bytes| bytes.int_in_range(0..=DAY + 1)),
            (2, |bytes| bytes.int_in_range(2 * DAY - 1..=3 * DAY)),
            (1, |bytes| bytes.int_in_range(89 * DAY - 1..=90 * DAY)),
        ],
    )
}
