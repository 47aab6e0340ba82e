//! Result of one payment, one byte each: shared by `pool.pay`, `campaign.spend` and the `reward` event.

use crate::sac;

/// The recipient received the amount.
pub const PAID: u8 = 0;
/// This number was paid before, to the same reference: nothing moved now.
pub const ALREADY_SAME: u8 = 1;
/// This number belongs to another reference: use a new number.
pub const NUMBER_TAKEN: u8 = 2;
/// The recipient has no trustline, or the account does not exist.
pub const NO_TRUSTLINE: u8 = 3;
/// The recipient's trustline is frozen or was never authorised.
pub const NOT_AUTHORIZED: u8 = 4;
/// The recipient's trustline limit leaves no room.
pub const LINE_FULL: u8 = 5;
/// Any other refusal by the recipient's side.
pub const OTHER: u8 = 6;
/// The campaign's cap per wallet would be exceeded.
pub const WALLET_CAP: u8 = 7;
/// The recipient is the issuer or one of the system's contracts.
pub const REFUSED: u8 = 8;

/// Not a result: marks a payment that is still to be made.
pub const TO_PAY: u8 = 255;

/// Code for a refused SAC transfer. Sound only if the sender was checked before: 10 and 11 also
/// mean that the *sender* is short or frozen.
pub fn from_sac_error(code: u32) -> u8 {
    match code {
        sac::ACCOUNT_MISSING | sac::TRUSTLINE_MISSING => NO_TRUSTLINE,
        sac::BALANCE_DEAUTHORIZED => NOT_AUTHORIZED,
        sac::BALANCE => LINE_FULL,
        _ => OTHER,
    }
}
