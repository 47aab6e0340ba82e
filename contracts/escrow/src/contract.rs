//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards, lifecycle, roles,
};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, token::StellarAssetClient, Address, BytesN, Env,
    MuxedAddress,
};

use crate::{
    accounts::{self, Totals},
    errors::EscrowError,
    escrows::{self, Escrow},
    events::{Accepted, Created, Disputed, Evidence, Extended, FeeSet, FeesCollected},
    shares::MAX_FEE_BPS,
    storage::{self, Config},
    terms::Terms,
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

#[contract]
pub struct EscrowContract;

#[contractimpl]
impl EscrowContract {
    /// `asset` is the reward asset's SAC and `issuer` its classic issuer. `fee` in basis points.
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        asset: Address,
        issuer: Address,
        fee: u32,
    ) {
        let config = Config {
            admin,
            state,
            asset,
            issuer,
        };
        storage::init(&env, &config);
        set_fee(&env, fee);
        lifecycle::init(&env, SCHEMA);
    }

    /// Creates an escrow and moves its whole sum from `depositor`, who can take it back alone until beneficiary and arbiter
    /// have accepted. Open to anyone. Returns the id: SHA-256 of the XDR of depositor and reference.
    pub fn create(env: Env, depositor: Address, terms: Terms) -> BytesN<32> {
        let config = storage::open(&env);
        depositor.require_auth();
        require_running(&env, &config);
        let (id, amount) = escrows::create(&env, &config, &depositor, terms.clone());
        Created {
            id: id.clone(),
            depositor,
            beneficiary: terms.beneficiary,
            arbiter: terms.arbiter,
            amount,
            fee: storage::fee(&env),
            agreement: terms.agreement,
            parts: terms.parts,
            dispute_window: terms.dispute_window,
            undecided_share: terms.undecided_share,
            reference: terms.reference,
        }
        .publish(&env);
        id
    }

    /// Accepts the escrow's terms. By beneficiary and by arbiter, once each. Returns whether both have accepted.
    pub fn accept(env: Env, party: Address, id: BytesN<32>) -> bool {
        storage::open(&env);
        party.require_auth();
        let bound = escrows::accept(&env, &party, &id);
        Accepted { id, party, bound }.publish(&env);
        bound
    }

    /// Pays an open milestone to the beneficiary, less the fee. The depositor signs, also during a dispute.
    pub fn release(env: Env, id: BytesN<32>, milestone: u32) {
        let config = storage::open(&env);
        let escrow = escrows::get(&env, &id);
        escrow.depositor.require_auth();
        escrows::release(&env, &config, &id, escrow, milestone);
    }

    /// Splits an open milestone as both parties agreed. Both sign, also during a dispute. `share` is the beneficiary's, in basis
    /// points, before the fee.
    pub fn split(env: Env, id: BytesN<32>, milestone: u32, share: u32) {
        let config = storage::open(&env);
        let escrow = escrows::get(&env, &id);
        escrow.require_both();
        escrows::split(&env, &config, &id, escrow, milestone, share);
    }

    /// Moves the deadline of an undisputed milestone to a later Unix second. Both parties sign.
    pub fn extend(env: Env, id: BytesN<32>, milestone: u32, deadline: u64) {
        storage::open(&env);
        let escrow = escrows::get(&env, &id);
        escrow.require_both();
        escrows::extend(&env, &id, escrow, milestone, deadline);
        Extended {
            id,
            milestone,
            deadline,
        }
        .publish(&env);
    }

    /// Returns all open milestones to the depositor, without a fee. The depositor signs and, once beneficiary and arbiter have
    /// accepted, the beneficiary too.
    pub fn cancel(env: Env, id: BytesN<32>) {
        let config = storage::open(&env);
        let escrow = escrows::get(&env, &id);
        if escrow.is_bound() {
            escrow.require_both();
        } else {
            escrow.depositor.require_auth();
        }
        escrows::cancel(&env, &config, &id, escrow);
    }

    /// Asks the arbiter to decide on a milestone, before its deadline. By depositor or beneficiary, once beneficiary and arbiter
    /// have accepted. Returns the Unix second from which a decision is too late.
    pub fn dispute(
        env: Env,
        party: Address,
        id: BytesN<32>,
        milestone: u32,
        evidence: BytesN<32>,
    ) -> u64 {
        storage::open(&env);
        party.require_auth();
        let decide_by = escrows::dispute(&env, &party, &id, milestone, evidence.clone());
        Disputed {
            id,
            milestone,
            party,
            evidence,
            decide_by,
        }
        .publish(&env);
        decide_by
    }

    /// Adds the hash of further evidence to an undecided dispute. By depositor or beneficiary. Only the event
    /// keeps it.
    pub fn submit_evidence(
        env: Env,
        party: Address,
        id: BytesN<32>,
        milestone: u32,
        evidence: BytesN<32>,
    ) {
        storage::open(&env);
        party.require_auth();
        escrows::require_evidence_allowed(&env, &party, &id, milestone);
        Evidence {
            id,
            milestone,
            party,
            evidence,
        }
        .publish(&env);
    }

    /// Splits a disputed milestone before the time to decide is over. The arbiter signs. `share` is the beneficiary's, in
    /// basis points, before the fee. Both parties are owed their shares until they withdraw them.
    pub fn resolve(env: Env, id: BytesN<32>, milestone: u32, share: u32) {
        let config = storage::open(&env);
        let escrow = escrows::get(&env, &id);
        escrow.arbiter.require_auth();
        escrows::resolve(&env, &config, &id, escrow, milestone, share);
    }

    /// Ends a milestone whose deadline has passed: undisputed, it goes back to the depositor; disputed, it is split by the
    /// terms' `undecided_share`. The parties are owed their shares until they withdraw them. Open to anyone.
    pub fn expire(env: Env, id: BytesN<32>, milestone: u32) {
        let config = storage::open(&env);
        escrows::expire(&env, &config, &id, milestone);
    }

    /// Pays an account what it is owed. Open to anyone. Returns the amount in stroops.
    pub fn withdraw(env: Env, account: Address) -> i128 {
        let config = storage::open(&env);
        let amount = accounts::withdraw(&env, &config, &account);
        Withdrawn { account, amount }.publish(&env);
        amount
    }

    /// Sets the fee of new escrows, in basis points. Role `limiter`.
    pub fn set_fee(env: Env, operator: Address, fee: u32) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::LIMITER, &operator);
        require_running(&env, &config);
        set_fee(&env, fee);
        FeeSet { fee, operator }.publish(&env);
    }

    /// Sends earned fees to `to`, which may be a muxed account (SEP-41). Role `treasurer`.
    pub fn collect_fees(env: Env, treasurer: Address, to: MuxedAddress, amount: i128) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::TREASURER, &treasurer);
        require_running(&env, &config);
        accounts::collect_fees(&env, &config, &to, amount);
        FeesCollected {
            treasurer,
            to: to.address(),
            to_muxed_id: to.id(),
            amount,
        }
        .publish(&env);
    }

    /// The escrow; `NotFound` if there is none.
    pub fn get(env: Env, id: BytesN<32>) -> Escrow {
        storage::open(&env);
        escrows::get(&env, &id)
    }

    /// Stroops that `withdraw` would pay the account.
    pub fn owed(env: Env, account: Address) -> i128 {
        storage::open(&env);
        debts::owed(&env, &account)
    }

    /// Fee of new escrows, basis points.
    pub fn fee(env: Env) -> u32 {
        storage::open(&env);
        storage::fee(&env)
    }

    /// Sums over all escrows.
    pub fn totals(env: Env) -> Totals {
        storage::open(&env);
        storage::totals(&env)
    }

    /// The contract's balance of the asset, stroops. It covers the money held, owed and earned in fees, unless the
    /// asset was clawed back.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        StellarAssetClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }
}

lifecycle! {
    EscrowContract, EscrowError, |env| storage::open(env).admin;
    /// Stops new escrows and the platform's fees. Role `pauser`.
    pause,
    unpause, paused, version,
}

fn set_fee(env: &Env, fee: u32) {
    if fee > MAX_FEE_BPS {
        panic_with_error!(env, EscrowError::FeeTooHigh);
    }
    storage::set_fee(env, fee);
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, EscrowError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, EscrowError::Paused);
    }
}
