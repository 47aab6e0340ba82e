//! Moving lumens or an issued asset into and out of an account; an issuer makes and takes its asset at will.

use crate::{account, asset, trustline, work::Work};
use stellar_xdr::{AccountId, Asset};

/// Reasons why an account can't take or give an amount. Each operation has its own codes for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blocked {
    NoAccount,
    NoTrust,
    NotAuthorized,
    /// More than the account may hold, or than it can spend.
    Amount,
}

pub(super) fn credit(
    work: &mut Work,
    to: &AccountId,
    asset: &Asset,
    amount: i64,
) -> Result<(), Blocked> {
    if *asset == Asset::Native {
        let credited =
            work.update_account(to, |to, header| account::add_balance(header, to, amount));
        return native(credited);
    }
    change_line(work, to, asset, amount)
}

pub(super) fn debit(
    work: &mut Work,
    from: &AccountId,
    asset: &Asset,
    amount: i64,
) -> Result<(), Blocked> {
    if *asset == Asset::Native {
        let paid = work.update_account(from, |from, header| {
            amount <= account::available(header, from)
                && account::add_balance(header, from, -amount)
        });
        return native(paid);
    }
    change_line(work, from, asset, -amount)
}

fn native(moved: Option<bool>) -> Result<(), Blocked> {
    match moved {
        Some(true) => Ok(()),
        Some(false) => Err(Blocked::Amount),
        None => Err(Blocked::NoAccount),
    }
}

fn change_line(
    work: &mut Work,
    holder: &AccountId,
    asset: &Asset,
    delta: i64,
) -> Result<(), Blocked> {
    if asset::is_issuer(holder, asset) {
        return Ok(());
    }
    let changed = trustline::update(work, holder, asset, |line| {
        if !trustline::is_authorized(line) {
            return Err(Blocked::NotAuthorized);
        }
        if !trustline::add_balance(line, delta) {
            return Err(Blocked::Amount);
        }
        Ok(())
    });
    changed.unwrap_or(Err(Blocked::NoTrust))
}
