//! Redemptions of release 0.2.0, which numbered them. They stay under their keys; nothing new gets a number.

use merit_common::persistent::{get, set};
use soroban_sdk::{contracttype, Address, BytesN, Env};

use crate::redemptions::Redemption;

#[contracttype]
#[derive(Clone)]
enum Key {
    /// [`Redemption`] by number.
    Redemption(u64),
    /// Number of a wallet's numbered redemptions: `u32`.
    WalletCount(Address),
    /// Number of a wallet's n-th of these, from 0: `u64`.
    WalletAt(Address, u32),
    /// Number by a wallet's reference: `u64`.
    Reference(Address, BytesN<32>),
}

pub fn number(env: &Env, wallet: &Address, reference: &BytesN<32>) -> Option<u64> {
    get(env, &Key::Reference(wallet.clone(), reference.clone()))
}

pub fn redemption(env: &Env, number: u64) -> Option<Redemption> {
    get(env, &Key::Redemption(number))
}

pub fn set_redemption(env: &Env, number: u64, redemption: &Redemption) {
    set(env, &Key::Redemption(number), redemption);
}

/// Reference of the wallet's last redemption with a number below `end`. A wallet's numbers rise.
pub fn last_before(env: &Env, wallet: &Address, end: u64) -> Option<BytesN<32>> {
    let at = |index| get::<_, u64>(env, &Key::WalletAt(wallet.clone(), index));
    let (mut low, mut high) = (0, get(env, &Key::WalletCount(wallet.clone())).unwrap_or(0));
    while low < high {
        let middle = low + (high - low) / 2;
        if at(middle)? < end {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let last = at(low.checked_sub(1)?)?;
    Some(redemption(env, last)?.reference)
}
