//! Entry points of drops.

use merit_common::{guards, roles};
use soroban_sdk::{contractimpl, panic_with_error, Address, Bytes, BytesN, Env, Vec};

use super::{require_role, require_running, Distribution, DistributionArgs, DistributionClient};
use crate::{
    bitmap,
    drops::{self, MerkleDrop},
    errors::DistributionError,
    events::{Claim, DropCancelled, DropCreated, DropOpened, DropSwept},
    leaf::Leaf,
    storage::{self, Config},
};

#[contractimpl]
impl Distribution {
    /// Creates a drop, sets `total` stroops of the merchant's free balance in `pool` aside for it, and returns its
    /// id. Role `manager`. It pays in `[opens_at, expires_at)` (Unix seconds), from `open_delay` to 366 days from now. `root`
    /// is that of a tree with `leaves` leaves that carry this `reference`; if they add up to more than `total`, the
    /// last claims fail. The same call again returns the same id, unless the drop was cancelled. Other terms under this
    /// reference fail with `ReferenceTaken`.
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
            opened_at: None,
            cancelled_at: None,
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
                operator,
            }
            .publish(&env);
        }
        drop
    }

    /// Opens a drop before its `opens_at`. The owner of its merchant's balance in `pool` signs. If it is open, nothing changes.
    pub fn open_drop(env: Env, owner: Address, drop: u64) {
        let config = storage::open(&env);
        owner.require_auth();
        require_running(&env, &config);
        let (MerkleDrop { merchant, .. }, opened) = drops::open_early(&env, &config, &owner, drop);
        if opened {
            DropOpened {
                drop,
                merchant,
                owner,
            }
            .publish(&env);
        }
    }

    /// Seconds from a drop's creation to its `opens_at`, at least.
    pub fn open_delay(env: Env) -> u64 {
        storage::open(&env).open_delay()
    }

    /// Cancels a drop and returns what it didn't pay to the merchant's free balance in `pool`. Role `manager`, before the drop
    /// opens; or role `pauser`, at any time, also while paused. The result is the amount in stroops.
    pub fn cancel_drop(env: Env, operator: Address, drop: u64) -> i128 {
        let config = storage::open(&env);
        operator.require_auth();
        let by_guardian = guards::has_role(&env, &config.admin, roles::PAUSER, &operator);
        if !by_guardian {
            if !guards::has_role(&env, &config.admin, roles::MANAGER, &operator) {
                panic_with_error!(&env, DistributionError::Unauthorized);
            }
            require_running(&env, &config);
        }
        let (MerkleDrop { merchant, .. }, remainder) =
            drops::cancel(&env, &config, drop, by_guardian);
        DropCancelled {
            drop,
            merchant,
            remainder,
            operator,
        }
        .publish(&env);
        remainder
    }

    /// Pays a leaf of an open drop to its wallet, which signs. `proof` is the list of siblings from the leaf
    /// upwards. If the wallet can't be paid, the call fails and the wallet may claim again. The same holds for errors of
    /// the pool (13xxx), such as a used-up daily limit.
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

    /// Returns the unpaid rest of an expired drop to its merchant's free balance in `pool`, once. Open to anyone.
    /// The result is the amount in stroops.
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
