//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{amount, guards, handover::Handover, lifecycle, roles};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, token::StellarAssetClient, Address, Bytes, BytesN,
    Env, MuxedAddress, Vec,
};

use crate::{
    errors::PoolError,
    events::{
        Deposit, Grant, OwnerCancelled, OwnerOffered, OwnerQueued, OwnerSet, Released, Reserved,
        Withdraw,
    },
    funds,
    limits::{self, LimitStatus, PendingLimit},
    owners, payout, reserves,
    storage::{self, Config, GrantRecord},
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

#[contract]
pub struct Pool;

#[contractimpl]
impl Pool {
    /// `asset` is the reward asset's SAC and `issuer` its classic issuer. `raise_delay` in seconds; `limit` is the
    /// global one per rolling 24 h, `merchant_limit` that of each merchant without its own, both in stroops. Merchants
    /// without their own share the first half of the global one.
    #[allow(clippy::too_many_arguments)] // A constructor's arguments are the deployment's interface.
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        asset: Address,
        issuer: Address,
        raise_delay: u64,
        limit: i128,
        merchant_limit: i128,
    ) {
        if !amount::is_valid_limit(limit) || !amount::is_valid_limit(merchant_limit) {
            panic_with_error!(&env, PoolError::InvalidAmount);
        }
        let config = Config {
            admin,
            state,
            asset,
            issuer,
            raise_delay,
            merchant_limit,
        };
        storage::init(&env, &config);
        storage::set_limit(&env, &config, None, limit);
        lifecycle::init(&env, SCHEMA);
    }

    /// Moves `amount` from `from` to the merchant's free balance. Open to anyone, also while paused.
    pub fn deposit(env: Env, from: Address, merchant: u64, amount: i128) {
        let config = storage::open(&env);
        from.require_auth();
        funds::pull(&env, &config, &from, merchant, amount);
        Deposit {
            merchant,
            from,
            amount,
        }
        .publish(&env);
    }

    /// Moves `amount` from the treasurer to the merchant's free balance, once per `reference`. Returns false if the
    /// same grant was made before; fails with `ReferenceTaken` if the reference belongs to another grant.
    pub fn grant(
        env: Env,
        treasurer: Address,
        merchant: u64,
        amount: i128,
        reference: BytesN<32>,
    ) -> bool {
        let config = storage::open(&env);
        require_role(&env, &config, roles::TREASURER, &treasurer);
        require_running(&env, &config);
        let wanted = GrantRecord { merchant, amount };
        if !funds::grant(&env, &config, &treasurer, wanted, &reference) {
            return false;
        }
        Grant {
            merchant,
            treasurer,
            amount,
            reference,
        }
        .publish(&env);
        true
    }

    /// Names who may withdraw the merchant's free balance, once it has accepted with `apply_owner`. By the present owner, unless it is frozen.
    /// Without one, a holder of `appointer` names the first owner, who waits 24 h. Works while paused.
    pub fn set_owner(env: Env, operator: Address, merchant: u64, owner: Address) {
        let config = storage::open(&env);
        let Some(present) = storage::owner(&env, &config, merchant) else {
            require_role(&env, &config, roles::APPOINTER, &operator);
            let Handover {
                eta, expires_at, ..
            } = owners::announce(&env, &config, merchant, &owner);
            return OwnerQueued {
                merchant,
                owner,
                operator,
                eta,
                expires_at,
            }
            .publish(&env);
        };
        operator.require_auth();
        if operator != present {
            panic_with_error!(&env, PoolError::Unauthorized);
        }
        funds::require_unfrozen(&env, &config, &operator);
        let Handover { expires_at, .. } = owners::offer(&env, &config, merchant, &owner);
        OwnerOffered {
            merchant,
            owner,
            operator,
            expires_at,
        }
        .publish(&env);
    }

    /// Accepts the merchant's balance, within 14 days: a first owner from the end of its 24 h on, another one at once. By whoever
    /// was named.
    pub fn apply_owner(env: Env, owner: Address, merchant: u64) {
        let config = storage::open(&env);
        owner.require_auth();
        require_running(&env, &config);
        let operator = owners::apply(&env, &config, merchant, &owner);
        OwnerSet {
            merchant,
            owner,
            operator,
        }
        .publish(&env);
    }

    /// Withdraws the naming of an owner that hasn't accepted yet. Role `pauser`. Works while paused.
    pub fn cancel_owner(env: Env, guardian: Address, merchant: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::PAUSER, &guardian);
        let owner = owners::take(&env, &config, merchant).to;
        OwnerCancelled {
            merchant,
            owner,
            operator: guardian,
        }
        .publish(&env);
    }

    /// The account that may withdraw the merchant's free balance.
    pub fn owner(env: Env, merchant: u64) -> Option<Address> {
        let config = storage::open(&env);
        storage::owner(&env, &config, merchant)
    }

    /// The account that was named as the merchant's owner and hasn't accepted with `apply_owner`. Its time for that may have
    /// passed.
    pub fn pending_owner(env: Env, merchant: u64) -> Option<Handover> {
        let config = storage::open(&env);
        storage::pending_owner(&env, &config, merchant)
    }

    /// Sends `amount` of the merchant's free balance to `to`, which may be a muxed account (SEP-41). By the owner;
    /// counts against the limits.
    pub fn withdraw(env: Env, owner: Address, merchant: u64, to: MuxedAddress, amount: i128) {
        let config = storage::open(&env);
        owner.require_auth();
        if storage::owner(&env, &config, merchant).as_ref() != Some(&owner) {
            panic_with_error!(&env, PoolError::Unauthorized);
        }
        require_running(&env, &config);
        funds::withdraw(&env, &config, &owner, merchant, &to, amount);
        Withdraw {
            merchant,
            owner,
            to: to.address(),
            to_muxed_id: to.id(),
            amount,
        }
        .publish(&env);
    }

    /// Sets `amount` of the merchant's free balance aside under an id of the calling contract. It counts against the
    /// limits when it is paid. Role `campaign`.
    pub fn reserve(env: Env, contract: Address, merchant: u64, id: u64, amount: i128) {
        set_aside(&env, contract, merchant, id, amount, false);
    }

    /// Like `reserve`, but counts `amount` against the merchant's limit now, and not when it is paid: once it is set
    /// aside, the merchant's other payments can't hold it up. A later release doesn't undo this. Role `campaign`.
    pub fn reserve_counted(env: Env, contract: Address, merchant: u64, id: u64, amount: i128) {
        set_aside(&env, contract, merchant, id, amount, true);
    }

    /// Adds `amount` of its merchant's free balance to the calling contract's reserve. It counts against the limits as the
    /// reserve does. Role `campaign`.
    pub fn raise_reserve(env: Env, contract: Address, id: u64, amount: i128) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::CAMPAIGN, &contract);
        require_running(&env, &config);
        let merchant = reserves::raise(&env, &config, &contract, id, amount);
        Reserved {
            merchant,
            contract,
            id,
            amount,
        }
        .publish(&env);
    }

    /// Returns the rest of the calling contract's reserve to its merchant, once. Role `campaign`. Works while paused: nothing
    /// leaves the pool, and a guardian may have to end a thief's drop. The result is the rest in stroops, which may be 0.
    pub fn release(env: Env, contract: Address, id: u64) -> i128 {
        let config = storage::open(&env);
        require_role(&env, &config, roles::CAMPAIGN, &contract);
        let (merchant, amount) = reserves::release(&env, &config, &contract, id);
        Released {
            merchant,
            contract,
            id,
            amount,
        }
        .publish(&env);
        amount
    }

    /// Pays up to 60 recipients from the calling contract's reserve. Role `campaign`. One byte per recipient,
    /// see `merit_common::result`; nothing is counted for those that weren't paid.
    pub fn pay(
        env: Env,
        contract: Address,
        id: u64,
        to: Vec<Address>,
        amounts: Vec<i128>,
    ) -> Bytes {
        let config = storage::open(&env);
        require_role(&env, &config, roles::CAMPAIGN, &contract);
        require_running(&env, &config);
        payout::pay(&env, &config, &contract, id, &to, &amounts)
    }

    /// Sets the limit per rolling 24 h of a merchant, or the global one (void). Role `limiter`. A cut acts at
    /// once, also while paused; a raise waits for `apply_limit`.
    pub fn set_limit(env: Env, operator: Address, merchant: Option<u64>, limit: i128) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::LIMITER, &operator);
        limits::set(&env, &config, merchant, limit, operator);
    }

    /// Puts a raise in force after its delay, within 14 days. Open to anyone.
    pub fn apply_limit(env: Env, merchant: Option<u64>) {
        let config = storage::open(&env);
        require_running(&env, &config);
        limits::apply(&env, &config, merchant);
    }

    /// Puts a limit back to what it was before its first cut of the last 14 days, at once. Role `unpauser`.
    pub fn restore_limit(env: Env, operator: Address, merchant: Option<u64>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UNPAUSER, &operator);
        require_running(&env, &config);
        limits::restore(&env, &config, merchant, operator);
    }

    /// Limit of a merchant, or the global one (void), and what may still be paid now.
    pub fn limit(env: Env, merchant: Option<u64>) -> LimitStatus {
        let config = storage::open(&env);
        limits::status(&env, &config, merchant)
    }

    /// The raise of this limit that is waiting or has expired.
    pub fn pending_limit(env: Env, merchant: Option<u64>) -> Option<PendingLimit> {
        let config = storage::open(&env);
        storage::pending(&env, &config, merchant)
    }

    /// Earliest Unix second at which both limits have room for `amount` if nothing else is paid. Void if one of
    /// them is below `amount`.
    pub fn room_at(env: Env, merchant: u64, amount: i128) -> Option<u64> {
        let config = storage::open(&env);
        funds::require_amount(&env, amount);
        limits::room_at(&env, &config, merchant, amount)
    }

    /// Free balance of a merchant, stroops.
    pub fn balance(env: Env, merchant: u64) -> i128 {
        let config = storage::open(&env);
        storage::balance(&env, &config, merchant)
    }

    /// Stroops that are left of a contract's reserve.
    pub fn reserved(env: Env, contract: Address, id: u64) -> i128 {
        let config = storage::open(&env);
        storage::reserve(&env, &config, &contract, id).map_or(0, |reserve| reserve.amount)
    }

    /// The pool's balance of the asset, stroops. It covers all balances and reserves, unless the asset was clawed
    /// back.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        StellarAssetClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }
}

lifecycle! {
    Pool, PoolError, |env| storage::open(env).admin;
    /// Stops everything but deposits, `release`, cuts of limits, `set_owner`, `cancel_owner` and views. Role `pauser`.
    pause,
    /// Ends the pool's own stop. Role `unpauser`.
    unpause,
    /// True while the pool itself is stopped; `state` knows about the whole system.
    paused,
    upgrade, migrate(SCHEMA), version,
}

fn set_aside(env: &Env, contract: Address, merchant: u64, id: u64, amount: i128, counted: bool) {
    let config = storage::open(env);
    require_role(env, &config, roles::CAMPAIGN, &contract);
    require_running(env, &config);
    reserves::reserve(env, &config, &contract, merchant, id, amount, counted);
    Reserved {
        merchant,
        contract,
        id,
        amount,
    }
    .publish(env);
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, PoolError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, PoolError::Paused);
    }
}
