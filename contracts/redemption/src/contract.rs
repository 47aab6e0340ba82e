//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards, lifecycle, roles,
};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, token::TokenClient, Address, BytesN, Env, Vec,
};

use crate::{
    catalogue::{self, Item, Terms},
    errors::RedemptionError,
    events::{
        ItemSet, Redeem, RedemptionCancelled, RedemptionExpired, RedemptionFulfilled, StockSet,
    },
    redemptions::{self, Order, Redemption, Totals},
    storage::{self, Config},
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

#[contract]
pub struct Redemptions;

#[contractimpl]
impl Redemptions {
    /// `asset` is the reward asset's SAC.
    pub fn __constructor(env: Env, admin: Address, state: Address, asset: Address) {
        let config = Config {
            admin,
            state,
            asset,
        };
        storage::init(&env, &config);
        lifecycle::init(&env, SCHEMA);
    }

    /// Creates an item without stock, or changes its terms for later redemptions. Role `manager`. Returns the price
    /// version, which rises when the price changes. Fails with `ItemTaken` if the number is another merchant's.
    pub fn set_item(env: Env, operator: Address, item: u64, terms: Terms) -> u32 {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        let (Item { price_version, .. }, changed) = catalogue::set(&env, item, &terms);
        if changed {
            ItemSet {
                merchant: terms.merchant,
                item,
                price: terms.price,
                price_version,
                active: terms.active,
                fulfil_within: terms.fulfil_within,
                cancel_within: terms.cancel_within,
                wallet_limit: terms.wallet_limit,
                operator,
            }
            .publish(&env);
        }
        price_version
    }

    /// Sets an item's stock if it still is `expected`, else `StockChanged`. Role `manager`.
    pub fn set_stock(env: Env, operator: Address, item: u64, expected: u32, stock: u32) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        let set = catalogue::set_stock(&env, item, expected, stock);
        StockSet {
            merchant: set.terms.merchant,
            item,
            stock,
            operator,
        }
        .publish(&env);
    }

    /// Takes the ordered units from the item's stock and locks their price. The wallet signs this call and the asset's
    /// `transfer` below it. It chooses the reference, and uses each once: a repeat fails with `ReferenceTaken`.
    pub fn redeem(env: Env, wallet: Address, reference: BytesN<32>, order: Order) {
        let config = storage::open(&env);
        wallet.require_auth();
        require_running(&env, &config);
        let made = redemptions::redeem(&env, &config, &wallet, &reference, &order);
        Redeem {
            wallet,
            item: made.item,
            merchant: made.merchant,
            quantity: made.quantity,
            amount: made.amount,
            price_version: made.price_version,
            cancel_until: made.cancel_until,
            deadline: made.deadline,
            reference,
        }
        .publish(&env);
    }

    /// Burns the tokens of a redemption, before its deadline. Role `fulfil`. Call it before you hand the units over:
    /// until `cancel_until` the wallet could still cancel, and keep both.
    pub fn fulfil(env: Env, operator: Address, wallet: Address, reference: BytesN<32>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::FULFIL, &operator);
        require_running(&env, &config);
        let Redemption { amount, .. } = redemptions::fulfil(&env, &config, &wallet, &reference);
        RedemptionFulfilled {
            wallet,
            reference,
            operator,
            amount,
        }
        .publish(&env);
    }

    /// Refunds an open redemption. Role `fulfil` at any time, the wallet until `cancel_until`. The contract owes the refund
    /// instead if the wallet can't receive it, and always from the deadline on: then no trustline can hold up the stock.
    /// Works while paused.
    pub fn cancel(env: Env, caller: Address, wallet: Address, reference: BytesN<32>) {
        let config = storage::open(&env);
        caller.require_auth();
        let redemption = redemptions::open(&env, &wallet, &reference);
        require_cancel(&env, &config, &caller, &redemption);
        let Redemption { amount, .. } = redemptions::cancel(&env, &config, redemption);
        RedemptionCancelled {
            wallet,
            reference,
            caller,
            amount,
        }
        .publish(&env);
    }

    /// Refunds an open redemption from its deadline on; a wallet that can't receive is owed it. Open to anyone, also while paused.
    pub fn expire(env: Env, wallet: Address, reference: BytesN<32>) {
        let config = storage::open(&env);
        let Redemption { amount, .. } = redemptions::expire(&env, &config, &wallet, &reference);
        RedemptionExpired {
            wallet,
            reference,
            amount,
        }
        .publish(&env);
    }

    /// Pays an account what it is owed. Open to anyone, also while paused. Returns the amount in stroops.
    pub fn withdraw(env: Env, account: Address) -> i128 {
        let config = storage::open(&env);
        let amount = redemptions::withdraw(&env, &config, &account);
        Withdrawn { account, amount }.publish(&env);
        amount
    }

    pub fn item(env: Env, item: u64) -> Option<Item> {
        storage::open(&env);
        storage::item(&env, item)
    }

    pub fn redemption(env: Env, wallet: Address, reference: BytesN<32>) -> Option<Redemption> {
        storage::open(&env);
        storage::redemption(&env, &wallet, &reference)
    }

    /// A wallet's redemptions, newest first, at most 100: those made before the one with the reference `before`, or
    /// without it from the newest on.
    pub fn redemptions(
        env: Env,
        wallet: Address,
        before: Option<BytesN<32>>,
        limit: u32,
    ) -> Vec<Redemption> {
        storage::open(&env);
        redemptions::list(&env, &wallet, before, limit)
    }

    /// Stroops that `withdraw` would pay the account.
    pub fn owed(env: Env, account: Address) -> i128 {
        storage::open(&env);
        debts::owed(&env, &account)
    }

    /// Sums over all redemptions.
    pub fn totals(env: Env) -> Totals {
        storage::open(&env);
        storage::totals(&env)
    }

    /// The contract's balance of the asset, stroops. It covers `locked` and `owed` of the totals.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        TokenClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }
}

lifecycle! {
    Redemptions, RedemptionError, |env| storage::open(env).admin;
    /// Stops everything but refunds and views. Role `pauser`.
    pause,
    unpause, paused, upgrade, migrate(SCHEMA), version,
}

fn require_cancel(env: &Env, config: &Config, caller: &Address, redemption: &Redemption) {
    let own = *caller == redemption.wallet;
    if own && env.ledger().timestamp() < redemption.cancel_until {
        return;
    }
    if guards::has_role(env, &config.admin, roles::FULFIL, caller) {
        return;
    }
    panic_with_error!(
        env,
        if own {
            RedemptionError::CancelClosed
        } else {
            RedemptionError::Unauthorized
        }
    );
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, RedemptionError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, RedemptionError::Paused);
    }
}
