//! Entry points: keep the instance alive, authorise, one domain call, one event. Views are in `views.rs`.

mod views;

use merit_common::{guards, lifecycle, roles};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, BytesN, Env, String, Vec};

use crate::{
    administration,
    classes::{self, ClassEntry},
    delegation,
    errors::GovernanceError,
    events::{Activate, Cancelled, Executed, Queued, Stake, Unstake, Vetoed, Withdraw},
    payload::Action,
    proposals,
    settings::{self, Settings},
    stakes, stops,
    storage::{self, Config},
    timelock, upgrades, voting,
};

/// Layout of the stored data.
pub const SCHEMA: u32 = 2;

#[contract]
pub struct Governance;

#[contractimpl]
impl Governance {
    /// `asset`: SAC of what is staked. `classes`: at most 32 functions that need less than the class `Upgrade`.
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        asset: Address,
        settings: Settings,
        classes: Vec<ClassEntry>,
    ) {
        settings::require_valid(&env, &settings);
        let config = Config {
            admin,
            state,
            asset,
        };
        storage::init(&env, &config, &settings);
        classes::init(&env, &config, &classes);
        upgrades::code_waits(&env, &config);
        lifecycle::init(&env, SCHEMA);
    }

    /// Locks `amount` stroops, which can be activated after the warm-up. It starts anew for tokens that warm up already.
    pub fn stake(env: Env, staker: Address, amount: i128) {
        let config = storage::open(&env);
        staker.require_auth();
        require_running(&env);
        stakes::stake(&env, &config, &staker, amount);
        Stake { staker, amount }.publish(&env);
    }

    /// Gives a vote for each stroop that has warmed up. It counts on proposals whose snapshot lies ahead. Returns the
    /// amount in stroops.
    pub fn activate(env: Env, staker: Address) -> i128 {
        storage::open(&env);
        staker.require_auth();
        require_running(&env);
        let amount = stakes::activate(&env, &staker);
        Activate { staker, amount }.publish(&env);
        amount
    }

    /// Takes tokens that still warm up, then votes, and starts the cool-down, anew for tokens that cool down already.
    /// Works while paused. Returns the Unix second from which the tokens can be withdrawn.
    pub fn unstake(env: Env, staker: Address, amount: i128) -> u64 {
        storage::open(&env);
        staker.require_auth();
        let until = stakes::unstake(&env, &staker, amount);
        Unstake {
            staker,
            amount,
            until,
        }
        .publish(&env);
        until
    }

    /// Sends back what has cooled down. Works while paused. Returns the amount in stroops.
    pub fn withdraw(env: Env, staker: Address) -> i128 {
        let config = storage::open(&env);
        staker.require_auth();
        let amount = stakes::withdraw(&env, &config, &staker);
        Withdraw { staker, amount }.publish(&env);
        amount
    }

    /// Announces a vote on 1 to 5 calls of at most 4,096 B (XDR), described in at most 1,024 B. Needs the threshold of
    /// votes, and no three proposals whose vote isn't over. Works while paused, like all up to `queue`. Returns the id.
    pub fn propose(
        env: Env,
        proposer: Address,
        actions: Vec<Action>,
        description: String,
    ) -> BytesN<32> {
        let config = storage::open(&env);
        proposer.require_auth();
        proposals::propose(&env, &config, &proposer, actions, description)
    }

    /// Votes on a proposal, once per address. `support`: 0 against, 1 for, 2 abstain. Returns the weight in stroops.
    pub fn vote(env: Env, voter: Address, id: BytesN<32>, support: u32) -> i128 {
        storage::open(&env);
        voter.require_auth();
        voting::vote(&env, voter, id, support)
    }

    /// Lets `delegatee` vote for the account on proposals whose snapshot lies ahead, until the account names another one; the
    /// account itself takes the right back at once. No votes move. Works while paused.
    pub fn delegate(env: Env, account: Address, delegatee: Address) {
        storage::open(&env);
        account.require_auth();
        delegation::delegate(&env, account, delegatee);
    }

    /// Votes for 1 to 25 accounts that named this delegate before the vote began and still do, each with its own votes. Leaves
    /// out the others, and those that have voted or have no votes. Fails if that leaves nobody. Returns the weight of all in
    /// stroops.
    pub fn vote_for(
        env: Env,
        delegate: Address,
        id: BytesN<32>,
        support: u32,
        delegators: Vec<Address>,
    ) -> i128 {
        storage::open(&env);
        delegate.require_auth();
        voting::vote_for(&env, delegate, id, support, delegators)
    }

    /// Starts the delay of a won proposal, within 14 days after the vote, and announces its new code at `admin`. By anyone.
    /// Returns the Unix second from which it may be executed: not before its code can be used.
    pub fn queue(env: Env, id: BytesN<32>) -> u64 {
        let config = storage::open(&env);
        let (eta, expires_at) = timelock::queue(&env, &config, &id);
        Queued {
            id,
            eta,
            expires_at,
        }
        .publish(&env);
        eta
    }

    /// Announces the new code of a queued proposal at `admin` once more, if a guardian cancelled it or it would become void. The
    /// proposal's own times stay. By anyone. Returns the Unix second from which `admin` lets the code be used.
    pub fn announce(env: Env, id: BytesN<32>) -> u64 {
        let config = storage::open(&env);
        timelock::announce(&env, &config, &id)
    }

    /// Runs a queued proposal, once, after its delay and before its grace time is over. By anyone.
    pub fn execute(env: Env, id: BytesN<32>) {
        let config = storage::open(&env);
        timelock::execute(&env, &config, &id);
        Executed { id }.publish(&env);
    }

    /// Withdraws a proposal until its vote is over or won. By its proposer.
    pub fn cancel(env: Env, proposer: Address, id: BytesN<32>) {
        storage::open(&env);
        proposer.require_auth();
        timelock::cancel(&env, &id, &proposer);
        Cancelled { id }.publish(&env);
    }

    /// Stops a proposal before it runs, until `veto_until` of the settings. It can't stop a proposal that only ends
    /// stops and dismisses guardians. Role `vetoer`.
    pub fn veto(env: Env, guardian: Address, id: BytesN<32>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::VETOER, &guardian);
        timelock::veto(&env, &config, &id);
        Vetoed { id, guardian }.publish(&env);
    }

    /// Stops staking, activating, and every proposal except those that only end stops and dismiss guardians. Ends by itself 30
    /// days after it began, and can't begin again before 44 days after that. Role `pauser`.
    pub fn pause(env: Env, guardian: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::PAUSER, &guardian);
        stops::pause(&env, guardian);
    }

    /// Ends this contract's own stop. For another day, only proposals that could run during the stop can run. Role
    /// `unpauser`, or a vote.
    pub fn unpause(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UNPAUSER, &operator);
        stops::unpause(&env, operator);
    }

    /// Brings the data to this code's schema version, once. Role `upgrader`, or a vote.
    pub fn migrate(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        administration::migrate(&env, &config, operator);
    }
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, GovernanceError::Unauthorized);
    }
}

/// A stop of the whole system doesn't keep people from votes: they may need them to end it.
fn require_running(env: &Env) {
    if stops::paused(env) {
        panic_with_error!(env, GovernanceError::Paused);
    }
}
