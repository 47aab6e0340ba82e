//! What may happen to items and redemptions.

use arbitrary::{Result, Unstructured};

use super::reference::{CANCEL, FULFIL, ITEMS, WALLETS};
use crate::draw::{draw, Kinds};

/// Wallets and items by number; ids of redemptions from 1.
#[derive(Clone, Debug)]
pub enum Step {
    SetItem {
        item: u64,
        merchant: u64,
        price: i128,
        active: bool,
    },
    /// Item, units added to what is there: by a manager who read the stock.
    Restock(u64, u32),
    /// Item, expected, stock.
    SetStock(u64, u32, u32),
    Redeem {
        wallet: usize,
        item: u64,
        quantity: u32,
        /// Above the price (below it where negative), stroops.
        margin: i128,
        reference: u8,
    },
    Fulfil(u64),
    CancelByRole(u64),
    /// Wallet, id.
    CancelByWallet(usize, u64),
    Expire(u64),
    /// What a wallet is owed.
    Withdraw(usize),
    /// Freezes (true) or frees a wallet.
    FreezeWallet(usize, bool),
    /// The asset's admin takes from what the contract holds, or gives it back.
    ClawBack(i128),
    Refill,
    /// Of this contract (true: stop), of the system.
    Pause(bool),
    PauseSystem(bool),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 15> = [
    (2, |bytes| {
        Ok(Step::SetItem {
            item: item(bytes)?,
            merchant: u64::from(bytes.ratio(1, 8)?),
            price: bytes.int_in_range(0..=3_000)?,
            active: bytes.ratio(3, 4)?,
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
            reference: bytes.int_in_range(0..=15)?,
        })
    }),
    (4, |bytes| Ok(Step::Fulfil(id(bytes)?))),
    (2, |bytes| Ok(Step::CancelByRole(id(bytes)?))),
    (3, |bytes| {
        Ok(Step::CancelByWallet(wallet(bytes)?, id(bytes)?))
    }),
    (3, |bytes| Ok(Step::Expire(id(bytes)?))),
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

fn id(bytes: &mut Unstructured) -> Result<u64> {
    bytes.int_in_range(1..=10)
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (3, |bytes| bytes.int_in_range(0..=CANCEL + 1)),
            (1, |_| Ok(FULFIL - CANCEL)),
            (1, |_| Ok(FULFIL)),
        ],
    )
}
