//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards, lifecycle, roles,
};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, BytesN, Env, Vec};

use crate::{
    asset,
    catalogue::{self, Item, Terms},
    errors::RedemptionError,
    events::{
        ItemSet, Redeem, RedemptionCancelled, RedemptionExpired, RedemptionFulfilled, StockSet,
    },
    redemptions::{self, Order, Redemption, Totals},
    storage::{self, Config},
    views,
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
        }
        .publish(&env);
    }

    /// Takes `quantity` of an item from the stock, locks its price and returns the redemption's id. The wallet signs
    /// this call and the asset's `transfer` below it. `max_price` is the highest unit price it accepts, in stroops.
    /// The same item and quantity under the same `reference` are redeemed once and return the same id, whatever their
    /// status is by then. Another item or quantity under this reference fails with `ReferenceTaken`.
    pub fn redeem(
        env: Env,
        wallet: Address,
        item: u64,
        quantity: u32,
        max_price: i128,
        reference: BytesN<32>,
    ) -> u64 {
        let config = storage::open(&env);
        wallet.require_auth();
        require_running(&env, &config);
        let order = Order {
            item,
            quantity,
            max_price,
            reference,
        };
        let (redemption, made, new) = redemptions::redeem(&env, &config, &wallet, &order);
        if new {
            Redeem {
                wallet,
                item,
                redemption,
                merchant: made.merchant,
                quantity,
                amount: made.amount,
                price_version: made.price_version,
                deadline: made.deadline,
                reference: made.reference,
            }
            .publish(&env);
        }
        redemption
    }

    /// Burns the tokens of a redemption that was delivered, before its deadline. Role `fulfil`.
    pub fn fulfil(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::FULFIL, &operator);
        require_running(&env, &config);
        let Redemption { wallet, amount, .. } = redemptions::fulfil(&env, &config, id);
        RedemptionFulfilled {
            wallet,
            redemption: id,
            operator,
            amount,
        }
        .publish(&env);
    }

    /// Refunds an open redemption; a wallet that can't receive is owed it. Role `fulfil` at any time, the wallet until `cancel_until`. Works while paused.
    pub fn cancel(env: Env, caller: Address, id: u64) {
        let config = storage::open(&env);
        caller.require_auth();
        let redemption = redemptions::open(&env, id);
        require_cancel(&env, &config, &caller, &redemption);
        let Redemption { wallet, amount, .. } = redemptions::refund(&env, &config, id, redemption);
        RedemptionCancelled {
            wallet,
            redemption: id,
            caller,
            amount,
        }
        .publish(&env);
    }

    /// Refunds an open redemption from its deadline on; a wallet that can't receive is owed it. Open to anyone, also while paused.
    pub fn expire(env: Env, id: u64) {
        let config = storage::open(&env);
        let Redemption { wallet, amount, .. } = redemptions::expire(&env, &config, id);
        RedemptionExpired {
            wallet,
            redemption: id,
            amount,
        }
        .publish(&env);
    }

    /// Pays an account what it couldn't receive before. Open to anyone, also while paused. Returns the amount in stroops.
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

    /// A merchant's items with their numbers, in order of creation; at most 100 from the `start`-th, counted from 0.
    pub fn items(env: Env, merchant: u64, start: u32, limit: u32) -> Vec<(u64, Item)> {
        storage::open(&env);
        views::items(&env, merchant, start, limit)
    }

    pub fn redemption(env: Env, id: u64) -> Option<Redemption> {
        storage::open(&env);
        storage::redemption(&env, id)
    }

    /// A wallet's redemptions with their ids, oldest first; at most 100 from the `start`-th, counted from 0.
    pub fn redemptions(
        env: Env,
        wallet: Address,
        start: u32,
        limit: u32,
    ) -> Vec<(u64, Redemption)> {
        storage::open(&env);
        views::redemptions_of(&env, &wallet, start, limit)
    }

    /// Id of what a wallet redeemed under a reference.
    pub fn by_reference(env: Env, wallet: Address, reference: BytesN<32>) -> Option<u64> {
        storage::open(&env);
        storage::by_reference(&env, &wallet, &reference)
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

    /// What the contract holds according to the asset contract, stroops: at least `locked` and `owed` of the
    /// totals.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        asset::held(&env, &config)
    }

    /// Stops everything but refunds and views. Role `pauser`.
    pub fn pause(env: Env, guardian: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::PAUSER, &guardian);
        lifecycle::pause(&env);
    }

    /// Ends this contract's own stop. Role `unpauser`.
    pub fn unpause(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UNPAUSER, &operator);
        lifecycle::unpause(&env);
    }

    /// True while this contract itself is stopped; `state` knows about the whole system.
    pub fn paused(env: Env) -> bool {
        storage::open(&env);
        lifecycle::paused(&env)
    }

    /// Replaces the code. Role `upgrader`. The new code's `migrate` runs next.
    pub fn upgrade(env: Env, operator: Address, wasm_hash: BytesN<32>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        lifecycle::upgrade(&env, &wasm_hash);
    }

    /// Brings the stored data to this code's schema version, once. Role `upgrader`.
    pub fn migrate(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        if !lifecycle::migrate(&env, SCHEMA) {
            panic_with_error!(&env, RedemptionError::AlreadyMigrated);
        }
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
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
