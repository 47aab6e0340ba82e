//! The contract's money: what came in, what went where, what is still owed. Authorisation is checked in
//! `contract.rs`.

use merit_common::{
    amount, debts, guards,
    sac::{self, Lack},
};
use soroban_sdk::{
    contracttype, panic_with_error, token::StellarAssetClient, Address, Env, MuxedAddress, Vec,
};

use crate::{
    errors::EscrowError,
    shares::Shares,
    storage::{self, Config},
};

/// Stroops since the contract began, of one escrow or of all.
/// `deposited = released + refunded + fees + held` at any time.
#[contracttype]
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sums {
    pub deposited: i128,
    /// Paid or owed to beneficiaries, after fees.
    pub released: i128,
    /// Paid or owed to depositors.
    pub refunded: i128,
    /// Fees of the platform.
    pub fees: i128,
    /// Held in open milestones.
    pub held: i128,
}

impl Sums {
    pub fn deposit(&mut self, amount: i128) {
        self.deposited += amount;
        self.held += amount;
    }

    pub fn settle(&mut self, shares: &Shares) {
        self.released += shares.released;
        self.refunded += shares.refunded;
        self.fees += shares.fee;
        self.held -= shares.released + shares.refunded + shares.fee;
    }
}

/// Books of the whole contract. Its balance covers `sums.held + fees_due + owed`.
#[contracttype]
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Totals {
    pub sums: Sums,
    /// Fees that weren't collected yet, stroops.
    pub fees_due: i128,
    /// Stroops that parties are owed until they withdraw them.
    pub owed: i128,
}

/// Moves `amount` from `from` into the contract.
pub fn pull(env: &Env, config: &Config, from: &Address, amount: i128) {
    let mut totals = storage::totals(env);
    let due = totals.sums.held + totals.fees_due + totals.owed;
    if amount::add(due, amount).is_none() {
        panic_with_error!(env, EscrowError::BalanceOverflow);
    }
    totals.sums.deposit(amount);
    storage::set_totals(env, &totals);
    if !sac::pull(env, &config.asset, from, amount) {
        panic_with_error!(env, EscrowError::DepositMismatch);
    }
}

/// Gives the parties their shares of a milestone. `at_once` sends them, and a party that can't receive is owed its share.
/// Otherwise both are owed, and no trustline is touched: what a party does to its own can't make this call fail.
pub fn settle(
    env: &Env,
    config: &Config,
    beneficiary: &Address,
    depositor: &Address,
    shares: &Shares,
    at_once: bool,
) {
    if at_once {
        require_funds(env, config, shares.released + shares.refunded);
    }
    let mut totals = storage::totals(env);
    totals.sums.settle(shares);
    totals.fees_due += shares.fee;
    for (to, amount) in [(beneficiary, shares.released), (depositor, shares.refunded)] {
        if amount > 0 && !debts::pay(env, &config.asset, to, amount, at_once) {
            totals.owed += amount;
        }
    }
    storage::set_totals(env, &totals);
}

/// Pays an account what it is owed. Returns the amount in stroops.
pub fn withdraw(env: &Env, config: &Config, account: &Address) -> i128 {
    let Some(amount) = debts::take(env, account) else {
        panic_with_error!(env, EscrowError::NothingOwed)
    };
    require_unfrozen(env, config, account);
    let mut totals = storage::totals(env);
    totals.owed -= amount;
    storage::set_totals(env, &totals);
    pay(env, config, &account.into(), amount);
    amount
}

/// Pays earned fees out.
pub fn collect_fees(env: &Env, config: &Config, to: &MuxedAddress, amount: i128) {
    if !amount::is_valid(amount) {
        panic_with_error!(env, EscrowError::InvalidAmount);
    }
    require_recipient(env, &refused(env, config), &to.address());
    let mut totals = storage::totals(env);
    if amount > totals.fees_due {
        panic_with_error!(env, EscrowError::FeesShort);
    }
    totals.fees_due -= amount;
    storage::set_totals(env, &totals);
    pay(env, config, to, amount);
}

/// Addresses that never receive money.
pub fn refused(env: &Env, config: &Config) -> Vec<Address> {
    guards::refused_recipients(env, &config.state, &config.asset, &config.issuer)
}

pub fn require_recipient(env: &Env, refused: &Vec<Address>, account: &Address) {
    if refused.contains(account) {
        panic_with_error!(env, EscrowError::RefusedRecipient);
    }
}

/// Fails if the asset's administrator froze the account.
pub fn require_unfrozen(env: &Env, config: &Config, account: &Address) {
    if sac::is_frozen(env, &config.asset, account) {
        panic_with_error!(env, EscrowError::AccountFrozen);
    }
}

/// Sends the whole amount, or fails.
fn pay(env: &Env, config: &Config, to: &MuxedAddress, amount: i128) {
    require_funds(env, config, amount);
    let this = env.current_contract_address();
    let asset = StellarAssetClient::new(env, &config.asset);
    if asset.try_transfer(&this, to, &amount).is_err() {
        panic_with_error!(env, EscrowError::RecipientRefused);
    }
}

fn require_funds(env: &Env, config: &Config, amount: i128) {
    match sac::lack(env, &config.asset, amount) {
        Some(Lack::Frozen) => panic_with_error!(env, EscrowError::ContractFrozen),
        Some(Lack::Short) => panic_with_error!(env, EscrowError::ContractShort),
        None => {}
    }
}
