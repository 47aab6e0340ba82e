//! Entry points: keep the instance alive, authorise, one domain call, one event (a batch's is `campaign`'s).

use merit_common::{batch::MAX_BATCH, guards, lifecycle, roles};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, Bytes, BytesN, Env, Vec};

use crate::{
    bitmap, cells,
    drops::{self, MerkleDrop},
    errors::DistributionError,
    events::{Claim, DropCreated, DropSwept, RewardClawedBack},
    leaf::Leaf,
    payment::{self, Payment},
    payout,
    receipts::Paid,
    storage::{self, Config},
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

/// Most numbers in one [`Distribution::status`] query.
const MAX_STATUS: u32 = 256;

#[contract]
pub struct Distribution;

#[contractimpl]
impl Distribution {
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        campaign: Address,
        pool: Address,
        token: Address,
    ) {
        let config = Config {
            admin,
            state,
            campaign,
            pool,
            token,
        };
        storage::init(&env, &config);
        lifecycle::init(&env, SCHEMA);
    }

    /// Pays 1 to 60 rewards of one campaign, in rising order of their numbers. Role `distributor`. A payment
    /// that can't be made never fails the others: its result is in the campaign's `reward` event. Errors of
    /// the campaign (14xxx) and of the pool (13xxx) fail the whole call.
    pub fn pay(env: Env, operator: Address, campaign: u64, payments: Vec<Payment>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::DISTRIBUTOR, &operator);
        require_running(&env, &config);
        payment::require_valid(&env, &payments);
        payout::pay(&env, &config, campaign, &payments);
    }

    /// Takes a paid reward back from its wallet, once, within the campaign's clawback window. Role `clawback`; the
    /// signature covers `token.clawback` too. `paid_at` is the close time of the payment's ledger (Unix seconds).
    /// What is taken is burnt: the campaign's budget, the wallet's cap and the number stay used. Fails with an
    /// error of `token` (12xxx) if the wallet doesn't hold the amount any more.
    pub fn clawback(
        env: Env,
        operator: Address,
        campaign: u64,
        number: u32,
        wallet: Address,
        amount: i128,
        paid_at: u64,
    ) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::CLAWBACK, &operator);
        require_running(&env, &config);
        let paid = Paid {
            campaign,
            number,
            wallet,
            amount,
            paid_at,
        };
        payout::claw_back(&env, &config, &operator, &paid);
        RewardClawedBack {
            campaign,
            wallet: paid.wallet,
            number,
            amount,
            operator,
        }
        .publish(&env);
    }

    /// Creates a drop, sets `total` stroops of the merchant's free balance in `pool` aside for it, and answers its
    /// id. Role `manager`. It pays in `[opens_at, expires_at)` (Unix seconds), at most 366 days from now. `root` is
    /// that of a tree with `leaves` leaves that carry this `reference`; if they add up to more than `total`, the
    /// last claims fail. The same call again answers the same id; another one under this reference is
    /// `ReferenceTaken`.
    #[allow(clippy::too_many_arguments)] // The terms of a drop.
    pub fn create_drop(
        env: Env,
        operator: Address,
        reference: BytesN<32>,
        merchant: u64,
        root: BytesN<32>,
        total: i128,
        leaves: u32,
        opens_at: u64,
        expires_at: u64,
    ) -> u64 {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        let wanted = MerkleDrop {
            merchant,
            root,
            total,
            paid: 0,
            leaves,
            opens_at,
            expires_at,
            swept: false,
            reference,
        };
        let (drop, created) = drops::create(&env, &config, &wanted);
        if created {
            DropCreated {
                drop,
                merchant,
                root: wanted.root,
                total,
                leaves,
                opens_at,
                expires_at,
                reference: wanted.reference,
            }
            .publish(&env);
        }
        drop
    }

    /// Pays a leaf of an open drop to its wallet, which signs. `proof` is the list of siblings from the leaf
    /// upwards. A wallet that can't be paid fails the call and may claim again; errors of the pool (13xxx), such
    /// as a used-up daily limit, too.
    pub fn claim(
        env: Env,
        wallet: Address,
        drop: u64,
        index: u32,
        amount: i128,
        proof: Vec<BytesN<32>>,
    ) {
        let config = storage::open(&env);
        wallet.require_auth();
        claim(&env, &config, drop, index, wallet, amount, proof);
    }

    /// Like `claim`, signed by a holder of the role `distributor`. The money still goes to the leaf's wallet.
    pub fn claim_for(
        env: Env,
        operator: Address,
        wallet: Address,
        drop: u64,
        index: u32,
        amount: i128,
        proof: Vec<BytesN<32>>,
    ) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::DISTRIBUTOR, &operator);
        claim(&env, &config, drop, index, wallet, amount, proof);
    }

    /// Returns what an expired drop didn't pay to its merchant's free balance in `pool`, once. Open to anyone.
    /// Answers the stroops.
    pub fn sweep(env: Env, drop: u64) -> i128 {
        let config = storage::open(&env);
        require_running(&env, &config);
        let (swept, remainder) = drops::sweep(&env, &config, drop);
        DropSwept {
            drop,
            merchant: swept.merchant,
            paid: swept.paid,
            remainder,
        }
        .publish(&env);
        remainder
    }

    /// The drop; `paid` is as of now. `DropNotFound` if there is none.
    pub fn drop(env: Env, id: u64) -> MerkleDrop {
        let config = storage::open(&env);
        drops::view(&env, &config, id)
    }

    /// Id of the drop created under a reference.
    pub fn drop_by_reference(env: Env, reference: BytesN<32>) -> Option<u64> {
        storage::open(&env);
        storage::drop_by_reference(&env, &reference)
    }

    /// Drops with ids above `after`, in rising order, at most 50.
    pub fn drops(env: Env, after: u64, limit: u32) -> Vec<(u64, MerkleDrop)> {
        let config = storage::open(&env);
        drops::page(&env, &config, after, limit)
    }

    /// True once the leaf was paid.
    pub fn is_claimed(env: Env, id: u64, index: u32) -> bool {
        storage::open(&env);
        drops::get(&env, id);
        bitmap::is_claimed(&env, id, index)
    }

    /// Claims of the 2,048 indexes from `2048 * chunk`, one bit each: index `i` is bit `i % 8`, from the lowest,
    /// of byte `i % 2048 / 8`.
    pub fn claims(env: Env, id: u64, chunk: u32) -> Bytes {
        storage::open(&env);
        drops::get(&env, id);
        bitmap::chunk(&env, id, chunk)
    }

    /// Hash of a leaf, for those who build trees. The drop needn't exist.
    pub fn leaf(
        env: Env,
        reference: BytesN<32>,
        index: u32,
        wallet: Address,
        amount: i128,
    ) -> BytesN<32> {
        storage::open(&env);
        let leaf = Leaf {
            index,
            wallet,
            amount,
        };
        leaf.hash(&env, &reference)
    }

    /// For each of at most 256 numbers of a campaign the reference it was paid under; zeros if unpaid.
    pub fn status(env: Env, campaign: u64, numbers: Vec<u32>) -> Vec<BytesN<8>> {
        storage::open(&env);
        if numbers.len() > MAX_STATUS {
            panic_with_error!(&env, DistributionError::TooMany);
        }
        let mut marks = cells::marks(&env, campaign);
        let mut refs = Vec::new(&env);
        for number in numbers.iter() {
            refs.push_back(BytesN::from_array(&env, &marks.get(number)));
        }
        refs
    }

    /// Number of the newest batch; 0 before the first. It rises by one per successful `pay`.
    pub fn seq(env: Env) -> u64 {
        storage::open(&env);
        storage::seq(&env)
    }

    /// Most payments in one batch.
    pub fn max_batch(env: Env) -> u32 {
        storage::open(&env);
        MAX_BATCH
    }

    /// Stops payments, claims and sweeps. Role `pauser`.
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
            panic_with_error!(&env, DistributionError::AlreadyMigrated);
        }
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
}

fn claim(
    env: &Env,
    config: &Config,
    drop: u64,
    index: u32,
    wallet: Address,
    amount: i128,
    proof: Vec<BytesN<32>>,
) {
    require_running(env, config);
    let leaf = Leaf {
        index,
        wallet,
        amount,
    };
    drops::claim(env, config, drop, &leaf, proof);
    Claim {
        drop,
        wallet: leaf.wallet,
        index,
        amount,
    }
    .publish(env);
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, DistributionError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, DistributionError::Paused);
    }
}
