//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards, lifecycle, roles,
};
use soroban_sdk::{contract, contractimpl, panic_with_error, token::TokenClient, Address, Env};

use crate::{
    bindings,
    errors::ReferralError,
    events::{
        BonusClaimed, ProgrammeFunded, ProgrammeSet, ProgrammeSettled, ReferralBound,
        ReferralExpired, ReferralQualified, ReferralRevoked, ReferrerEnrolled, SponsorLeft,
    },
    programmes::{self, Funds, Programme},
    rewards::{self, Reward},
    storage::{self, Config},
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

#[contract]
pub struct Referral;

#[contractimpl]
impl Referral {
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

    /// Lets newcomers bind to `referrer`, for good. The referrer signs, and can't be a newcomer itself from then on.
    /// Repeating the call changes nothing.
    pub fn enrol(env: Env, referrer: Address) {
        let config = storage::open(&env);
        referrer.require_auth();
        require_running(&env, &config);
        if bindings::enrol(&env, &config, &referrer) {
            ReferrerEnrolled { referrer }.publish(&env);
        }
    }

    /// Names the newcomer's referrer, once and for good. The newcomer signs and must not have enrolled; its referrer
    /// must have.
    pub fn bind(env: Env, newcomer: Address, referrer: Address) {
        let config = storage::open(&env);
        newcomer.require_auth();
        require_running(&env, &config);
        bindings::bind(&env, &newcomer, &referrer);
        ReferralBound { newcomer, referrer }.publish(&env);
    }

    /// Creates a merchant's programme, or changes its terms for later qualifications. Role `manager`. While funds are free or
    /// pending, its sponsor can't change, bonuses and cap can't rise, and the clawback window can't become shorter. Its end can't move to a later time while funds are free, or while
    /// they are pending and the sponsor has left.
    pub fn set_programme(env: Env, operator: Address, merchant: u64, programme: Programme) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        if !programmes::set(&env, merchant, &programme) {
            return;
        }
        ProgrammeSet {
            merchant,
            sponsor: programme.sponsor,
            bonus_referrer: programme.bonus_referrer,
            bonus_newcomer: programme.bonus_newcomer,
            referrer_cap: programme.referrer_cap,
            budget: programme.budget,
            starts_at: programme.starts_at,
            ends_at: programme.ends_at,
            clawback_window: programme.clawback_window,
            operator,
        }
        .publish(&env);
    }

    /// Moves `amount` from the programme's sponsor to its free funds, up to its budget and before its end. The sponsor
    /// signs this call and the asset's `transfer` below it.
    pub fn fund(env: Env, sponsor: Address, merchant: u64, amount: i128) {
        let config = storage::open(&env);
        sponsor.require_auth();
        require_running(&env, &config);
        programmes::fund(&env, &config, merchant, &sponsor, amount);
        ProgrammeFunded {
            merchant,
            sponsor,
            amount,
        }
        .publish(&env);
    }

    /// Ends a programme now, returns its free funds to its sponsor and returns the sum. The sponsor signs. It can leave at
    /// any time, also while paused. Pending bonuses stay until they are claimed, revoked or expired; what isn't claimed
    /// then is the sponsor's by `settle`. A sponsor that can't receive is owed the sum.
    pub fn leave(env: Env, sponsor: Address, merchant: u64) -> i128 {
        let config = storage::open(&env);
        sponsor.require_auth();
        let amount = programmes::leave(&env, &config, merchant, &sponsor);
        SponsorLeft {
            merchant,
            sponsor,
            amount,
        }
        .publish(&env);
        amount
    }

    /// Takes the free funds out of a programme that is over and owes them to its sponsor; returns the sum. Open to anyone, also
    /// while paused. With `leave` the sponsor gets them at once.
    pub fn settle(env: Env, merchant: u64) -> i128 {
        let config = storage::open(&env);
        let (sponsor, amount) = programmes::settle(&env, &config, merchant);
        ProgrammeSettled {
            merchant,
            sponsor,
            amount,
        }
        .publish(&env);
        amount
    }

    /// Pays an account what it is owed. Open to anyone, also while paused. Returns the amount in stroops.
    pub fn withdraw(env: Env, account: Address) -> i128 {
        let config = storage::open(&env);
        let amount = programmes::withdraw(&env, &config, &account);
        Withdrawn { account, amount }.publish(&env);
        amount
    }

    /// Reports that a bound newcomer did what the merchant's programme rewards, and sets the bonuses aside. Role
    /// `qualify`. Once per newcomer and programme.
    pub fn qualify(env: Env, operator: Address, merchant: u64, newcomer: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::QUALIFY, &operator);
        require_running(&env, &config);
        let reward = rewards::qualify(&env, merchant, &newcomer);
        ReferralQualified {
            merchant,
            newcomer,
            referrer: reward.referrer,
            bonus_referrer: reward.for_referrer.amount,
            bonus_newcomer: reward.for_newcomer.amount,
            claimable_at: reward.claimable_at,
        }
        .publish(&env);
    }

    /// Revokes both bonuses of a newcomer's reward in a programme before they can be claimed. Role `manager`. Works while
    /// paused.
    pub fn revoke(env: Env, operator: Address, merchant: u64, newcomer: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        let amount = rewards::revoke(&env, merchant, &newcomer);
        ReferralRevoked {
            merchant,
            newcomer,
            operator,
            amount,
        }
        .publish(&env);
    }

    /// Frees the bonuses of a newcomer's reward in a programme that weren't claimed within 180 days from `claimable_at`,
    /// and returns their sum. Open to anyone.
    pub fn expire(env: Env, merchant: u64, newcomer: Address) -> i128 {
        let config = storage::open(&env);
        // As with `claim`, nothing is decided during a stop. The time to claim runs on meanwhile.
        require_running(&env, &config);
        let amount = rewards::expire(&env, merchant, &newcomer);
        ReferralExpired {
            merchant,
            newcomer,
            amount,
        }
        .publish(&env);
        amount
    }

    /// Pays `account`, the newcomer or its referrer, its own bonus of a newcomer's reward in a programme and returns the
    /// amount. Within 180 days from `claimable_at`.
    pub fn claim(env: Env, account: Address, merchant: u64, newcomer: Address) -> i128 {
        let config = storage::open(&env);
        account.require_auth();
        require_running(&env, &config);
        let amount = rewards::claim(&env, &config, &account, merchant, &newcomer);
        BonusClaimed {
            account,
            newcomer,
            merchant,
            amount,
        }
        .publish(&env);
        amount
    }

    /// True if newcomers may bind to the account.
    pub fn is_enrolled(env: Env, account: Address) -> bool {
        storage::open(&env);
        storage::is_enrolled(&env, &account)
    }

    pub fn referrer(env: Env, newcomer: Address) -> Option<Address> {
        storage::open(&env);
        storage::referrer(&env, &newcomer)
    }

    pub fn programme(env: Env, merchant: u64) -> Option<Programme> {
        storage::open(&env);
        storage::programme(&env, merchant)
    }

    /// Funds of a merchant's programme.
    pub fn funds(env: Env, merchant: u64) -> Funds {
        storage::open(&env);
        storage::funds(&env, merchant)
    }

    /// Stroops that count against a referrer's cap in a merchant's programme.
    pub fn earned(env: Env, merchant: u64, referrer: Address) -> i128 {
        storage::open(&env);
        storage::earned(&env, merchant, &referrer)
    }

    /// A newcomer's reward in a merchant's programme.
    pub fn reward(env: Env, merchant: u64, newcomer: Address) -> Option<Reward> {
        storage::open(&env);
        storage::reward(&env, merchant, &newcomer)
    }

    /// Stroops that `withdraw` would pay the account.
    pub fn owed(env: Env, account: Address) -> i128 {
        storage::open(&env);
        debts::owed(&env, &account)
    }

    /// The contract's balance of the asset, stroops. It covers the free and pending funds of all programmes, and all
    /// debts.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        TokenClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }
}

lifecycle! {
    Referral, ReferralError, |env| storage::open(env).admin;
    /// Stops everything but revoking, the sponsor's way out and views. Role `pauser`.
    pause,
    unpause, paused, upgrade, migrate(SCHEMA), version,
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, ReferralError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, ReferralError::Paused);
    }
}
