//! Open redemptions and how each of them ends. Authorisation is checked in `contract.rs`.

use merit_common::{amount, debts, sac};
use soroban_sdk::{contracttype, panic_with_error, token::TokenClient, Address, BytesN, Env, Vec};

use crate::{
    catalogue,
    errors::RedemptionError,
    storage::{self, Config},
};

const MAX_PAGE: u32 = 100;

#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    Open,
    /// Final: the tokens were burned.
    Fulfilled,
    /// Final: the tokens went back to the wallet, or are owed to it.
    Refunded,
}

/// An order of a wallet, and the terms that it accepts.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Order {
    pub item: u64,
    pub quantity: u32,
    /// Highest unit price, stroops.
    pub max_price: i128,
    /// Seconds; the same as the item's.
    pub fulfil_within: u64,
    /// Seconds; the same as the item's.
    pub cancel_within: u64,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Redemption {
    pub wallet: Address,
    pub item: u64,
    pub merchant: u64,
    pub quantity: u32,
    /// Locked, later burned or refunded, stroops.
    pub amount: i128,
    /// Unit price paid, stroops, and its version.
    pub price: i128,
    pub price_version: u32,
    pub reference: BytesN<32>,
    pub status: Status,
    /// Unix seconds until which the wallet may cancel on its own.
    pub cancel_until: u64,
    /// Unix seconds until which it can be fulfilled, and from which anyone may refund it.
    pub deadline: u64,
    /// Reference of the wallet's redemption before this one. Release 0.2.0 kept no such reference.
    pub previous: Option<BytesN<32>>,
}

/// Sums over all redemptions. All that was ever locked = `locked` + `burned` + `refunded`. This contract's obligations are
/// `locked` + `owed`.
#[contracttype]
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Totals {
    /// Number of redemptions.
    pub count: u64,
    /// Stroops of open redemptions.
    pub locked: i128,
    pub burned: i128,
    pub refunded: i128,
    /// Refunded to wallets that couldn't receive it yet.
    pub owed: i128,
}

/// Takes stock and locks the tokens, once per wallet and reference.
pub fn redeem(
    env: &Env,
    config: &Config,
    wallet: &Address,
    reference: &BytesN<32>,
    order: &Order,
) -> Redemption {
    if storage::redemption(env, wallet, reference).is_some() {
        panic_with_error!(env, RedemptionError::ReferenceTaken);
    }
    let redemption = price(env, wallet, reference, order);
    let mut totals = storage::totals(env);
    totals.count += 1;
    totals.locked = require(env, amount::add(totals.locked, redemption.amount));
    storage::set_totals(env, &totals);
    storage::set_redemption(env, &redemption);
    storage::set_newest(env, wallet, reference);
    sac::require::<RedemptionError>(
        env,
        sac::deposit(env, &config.asset, wallet, redemption.amount),
    );
    redemption
}

/// Burns the locked tokens. Only before the deadline, so that it never races with a refund.
pub fn fulfil(env: &Env, config: &Config, wallet: &Address, reference: &BytesN<32>) -> Redemption {
    let redemption = open(env, wallet, reference);
    if env.ledger().timestamp() >= redemption.deadline {
        panic_with_error!(env, RedemptionError::DeadlinePassed);
    }
    let redemption = end(env, redemption, Status::Fulfilled);
    let asset = TokenClient::new(env, &config.asset);
    let burnt = asset.try_burn(&env.current_contract_address(), &redemption.amount);
    sac::require::<RedemptionError>(env, sac::outcome(burnt));
    redemption
}

/// Refunds at any time. From the deadline on, when the wallet has no claim to the stock any more, it can't hold this up.
pub fn cancel(env: &Env, config: &Config, redemption: Redemption) -> Redemption {
    let at_once = env.ledger().timestamp() < redemption.deadline;
    refund(env, config, redemption, at_once)
}

/// Refunds after the deadline.
pub fn expire(env: &Env, config: &Config, wallet: &Address, reference: &BytesN<32>) -> Redemption {
    let redemption = open(env, wallet, reference);
    if env.ledger().timestamp() < redemption.deadline {
        panic_with_error!(env, RedemptionError::NotExpired);
    }
    refund(env, config, redemption, true)
}

/// Gives tokens and stock back. A wallet that can't receive is owed the tokens: otherwise it would keep the stock from
/// others. `at_once` as in [`debts::pay`].
fn refund(env: &Env, config: &Config, redemption: Redemption, at_once: bool) -> Redemption {
    sac::require::<RedemptionError>(env, sac::can_send(env, &config.asset, redemption.amount));
    catalogue::give_back(env, &redemption);
    let redemption = end(env, redemption, Status::Refunded);
    let Redemption { wallet, amount, .. } = &redemption;
    if !debts::pay(env, &config.asset, wallet, *amount, at_once) {
        let mut totals = storage::totals(env);
        totals.owed += amount;
        storage::set_totals(env, &totals);
    }
    redemption
}

/// Pays a wallet what it couldn't receive before. Returns the amount in stroops.
pub fn withdraw(env: &Env, config: &Config, wallet: &Address) -> i128 {
    let Some(amount) = debts::take(env, wallet) else {
        panic_with_error!(env, RedemptionError::NothingOwed)
    };
    let mut totals = storage::totals(env);
    totals.owed -= amount;
    storage::set_totals(env, &totals);
    sac::require::<RedemptionError>(env, sac::send(env, &config.asset, wallet, amount));
    amount
}

/// The redemption, if it hasn't ended.
pub fn open(env: &Env, wallet: &Address, reference: &BytesN<32>) -> Redemption {
    let redemption = get(env, wallet, reference);
    if redemption.status != Status::Open {
        panic_with_error!(env, RedemptionError::NotOpen);
    }
    redemption
}

/// At most 100 of a wallet's redemptions, newest first: those before `before`, or from the newest on.
pub fn list(
    env: &Env,
    wallet: &Address,
    before: Option<BytesN<32>>,
    limit: u32,
) -> Vec<Redemption> {
    let mut next = match before {
        Some(reference) => storage::previous(env, &get(env, wallet, &reference)),
        None => storage::newest(env, wallet),
    };
    let mut page = Vec::new(env);
    while page.len() < limit.min(MAX_PAGE) {
        let Some(reference) = next else { break };
        let redemption = get(env, wallet, &reference);
        next = storage::previous(env, &redemption);
        page.push_back(redemption);
    }
    page
}

fn get(env: &Env, wallet: &Address, reference: &BytesN<32>) -> Redemption {
    let Some(redemption) = storage::redemption(env, wallet, reference) else {
        panic_with_error!(env, RedemptionError::RedemptionNotFound)
    };
    redemption
}

fn price(env: &Env, wallet: &Address, reference: &BytesN<32>, order: &Order) -> Redemption {
    let item = catalogue::take(env, wallet, order);
    let terms = item.terms;
    let amount = terms.price.checked_mul(i128::from(order.quantity));
    let now = env.ledger().timestamp();
    Redemption {
        wallet: wallet.clone(),
        item: order.item,
        merchant: terms.merchant,
        quantity: order.quantity,
        amount: require(env, amount.filter(|amount| amount::is_valid(*amount))),
        price: terms.price,
        price_version: item.price_version,
        reference: reference.clone(),
        status: Status::Open,
        cancel_until: now.saturating_add(terms.cancel_within),
        deadline: now.saturating_add(terms.fulfil_within),
        previous: storage::newest(env, wallet),
    }
}

/// Writes the final status and moves the amount between the totals.
fn end(env: &Env, mut redemption: Redemption, status: Status) -> Redemption {
    let mut totals = storage::totals(env);
    totals.locked = require(env, amount::sub(totals.locked, redemption.amount));
    // Refunds repeat, so these sums may pass `i64::MAX`.
    let sum = match status {
        Status::Fulfilled => &mut totals.burned,
        _ => &mut totals.refunded,
    };
    *sum = require(env, sum.checked_add(redemption.amount));
    redemption.status = status;
    storage::set_totals(env, &totals);
    storage::set_redemption(env, &redemption);
    redemption
}

fn require(env: &Env, amount: Option<i128>) -> i128 {
    let Some(amount) = amount else {
        panic_with_error!(env, RedemptionError::InvalidAmount)
    };
    amount
}
