//! Random operations on drops against a plain model, on native code and on the built wasm:
//! each leaf is paid at most once, paid + swept + left = funded, a wrong proof never pays, and nothing is paid
//! before opening or from expiry on.

mod common;

use common::{error, Claim, Planned, Setup, Terms};
use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_testing::{Failure, Line, Outcome, MERCHANT, START};
use proptest::prelude::*;
use soroban_sdk::Address;

const MERCHANTS: usize = 2;
/// Three contract wallets, an account, one whose line takes little, one without a line.
const WALLETS: usize = 6;
const SMALL: usize = 4;
const LINELESS: usize = 5;
const SMALL_LIMIT: i128 = 120;

/// What is wrong with a claim.
#[derive(Clone, Copy, Debug)]
enum Twist {
    Nothing,
    Amount,
    Index,
    Wallet,
    ProofOfAnother,
    LongerProof,
}

#[derive(Clone, Debug)]
enum Step {
    Deposit(usize, i128),
    /// Merchant, wallets with amounts, surplus, seconds until it opens, seconds that it lasts.
    Create(usize, Vec<(usize, i128)>, i128, u64, u64),
    /// Drop, leaf, on behalf of the wallet, what is wrong.
    Claim(usize, usize, bool, Twist),
    Sweep(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let leaves = prop::collection::vec((0..WALLETS, 1..100i128), 1..7);
    let twist = prop_oneof![
        6 => Just(Twist::Nothing),
        1 => Just(Twist::Amount),
        1 => Just(Twist::Index),
        1 => Just(Twist::Wallet),
        1 => Just(Twist::ProofOfAnother),
        1 => Just(Twist::LongerProof),
    ];
    prop_oneof![
        3 => (0..MERCHANTS, 1..600i128).prop_map(|(who, amount)| Step::Deposit(who, amount)),
        4 => (0..MERCHANTS, leaves, -30..30i128, 0..100u64, 1..300u64)
            .prop_map(|(who, leaves, surplus, opens, lasts)| Step::Create(who, leaves, surplus, opens, lasts)),
        12 => (0..5usize, 0..7usize, any::<bool>(), twist)
            .prop_map(|(drop, leaf, behalf, twist)| Step::Claim(drop, leaf, behalf, twist)),
        2 => (0..5usize).prop_map(Step::Sweep),
        4 => (0..120u64).prop_map(Step::Wait),
    ]
}

/// The whole history of one drop. Times are seconds after [`START`].
struct Entry {
    merchant: usize,
    total: i128,
    leaves: Vec<(usize, i128)>,
    opens: u64,
    expires: u64,
    /// Leaf numbers, in the order they were paid.
    paid: Vec<usize>,
    swept: Option<i128>,
}

impl Entry {
    fn paid(&self) -> i128 {
        self.paid.iter().map(|leaf| self.leaves[*leaf].1).sum()
    }

    fn left(&self) -> i128 {
        self.total - self.paid() - self.swept.unwrap_or(0)
    }
}

struct Pair {
    setup: Setup,
    wallets: Vec<Address>,
    planned: Vec<Planned>,
    drops: Vec<Entry>,
    deposited: [i128; MERCHANTS],
    references: u8,
}

impl Pair {
    fn new(setup: Setup) -> Self {
        let small = Line {
            limit: SMALL_LIMIT as i64,
            ..Line::default()
        };
        let asset = &setup.world.asset;
        let accounts = [
            asset.holder(Line::default()),
            asset.holder(small),
            asset.account(),
        ];
        let wallets = setup.wallets(3).into_iter().chain(accounts).collect();
        Pair {
            setup,
            wallets,
            planned: Vec::new(),
            drops: Vec::new(),
            deposited: [0; MERCHANTS],
            references: 0,
        }
    }

    fn now(&self) -> u64 {
        self.setup.now() - START
    }

    fn free(&self, merchant: usize) -> i128 {
        let own = self.drops.iter().filter(|drop| drop.merchant == merchant);
        let bound: i128 = own.map(|drop| drop.total - drop.swept.unwrap_or(0)).sum();
        self.deposited[merchant] - bound
    }

    /// What a wallet received in all.
    fn received(&self, wallet: usize) -> i128 {
        let leaves = self
            .drops
            .iter()
            .flat_map(|drop| drop.paid.iter().map(|leaf| drop.leaves[*leaf]));
        leaves
            .filter(|leaf| leaf.0 == wallet)
            .map(|leaf| leaf.1)
            .sum()
    }

    /// What the contract answers and what the model expects.
    fn apply(&mut self, step: &Step) -> (Outcome<i128>, Outcome<i128>) {
        match step.clone() {
            Step::Deposit(merchant, amount) => {
                self.deposit(merchant, amount);
                (Ok(0), Ok(0))
            }
            Step::Create(merchant, leaves, surplus, opens, lasts) => {
                let opens = self.now() + opens;
                self.create(merchant, leaves, surplus, opens, opens + lasts)
            }
            Step::Claim(drop, leaf, behalf, twist) => self.claim(drop, leaf, behalf, twist),
            Step::Sweep(drop) => (self.setup.sweep(drop as u64 + 1), self.sweep(drop)),
            Step::Wait(seconds) => {
                self.setup.world.advance(seconds);
                (Ok(0), Ok(0))
            }
        }
    }

    fn deposit(&mut self, merchant: usize, amount: i128) {
        self.setup.world.deposit(MERCHANT + merchant as u64, amount);
        self.deposited[merchant] += amount;
    }

    fn create(
        &mut self,
        merchant: usize,
        leaves: Vec<(usize, i128)>,
        surplus: i128,
        opens: u64,
        expires: u64,
    ) -> (Outcome<i128>, Outcome<i128>) {
        self.references += 1;
        let terms = Terms {
            reference: self.references,
            merchant: MERCHANT + merchant as u64,
            surplus,
            opens_at: START + opens,
            expires_at: START + expires,
        };
        let rows = leaves
            .iter()
            .map(|(wallet, amount)| (self.wallets[*wallet].clone(), *amount));
        let planned = self.setup.plan(&terms, &rows.collect::<Vec<_>>());
        let total = planned.total();
        let real = self.setup.create(&planned).map(i128::from);
        if total <= 0 {
            return (real, error(DistributionError::InvalidAmount));
        }
        if total > self.free(merchant) {
            let short = PoolError::InsufficientBalance as u32;
            return (real, Err(Failure::Contract(short)));
        }
        self.planned.push(planned);
        self.drops.push(Entry {
            merchant,
            total,
            leaves,
            opens,
            expires,
            paid: Vec::new(),
            swept: None,
        });
        (real, Ok(self.drops.len() as i128))
    }

    fn claim(
        &mut self,
        drop: usize,
        leaf: usize,
        behalf: bool,
        twist: Twist,
    ) -> (Outcome<i128>, Outcome<i128>) {
        let leaf = self
            .drops
            .get(drop)
            .map_or(0, |entry| leaf % entry.leaves.len());
        let claim = self.sent(drop, leaf, twist);
        let real = if behalf {
            self.setup.claim_for(&claim)
        } else {
            self.setup.claim(&claim)
        };
        let expected = self.expected(drop, leaf, twist);
        if expected.is_ok() {
            self.drops[drop].paid.push(leaf);
        }
        (real.map(|()| 0), expected)
    }

    fn sent(&self, drop: usize, leaf: usize, twist: Twist) -> Claim {
        let Some(planned) = self.planned.get(drop) else {
            return Claim {
                drop: drop as u64 + 1,
                index: 0,
                wallet: self.wallets[0].clone(),
                amount: 1,
                proof: Vec::new(),
            };
        };
        let mut claim = self.setup.leaf(drop as u64 + 1, planned, leaf);
        match twist {
            Twist::Nothing => {}
            Twist::Amount => claim.amount += 1,
            Twist::Index => claim.index += 1,
            Twist::Wallet => {
                let other = (self.drops[drop].leaves[leaf].0 + 1) % WALLETS;
                claim.wallet = self.wallets[other].clone();
            }
            // Of the same leaf in a drop that differs in its reference alone.
            Twist::ProofOfAnother => {
                let terms = Terms {
                    reference: 255,
                    ..planned.terms.clone()
                };
                let other = self.setup.plan(&terms, &planned.leaves);
                claim.proof = other.tree.proof(leaf);
            }
            Twist::LongerProof => claim.proof.push([1; 32]),
        }
        claim
    }

    fn expected(&self, drop: usize, leaf: usize, twist: Twist) -> Outcome<i128> {
        let Some(entry) = self.drops.get(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if self.now() < entry.opens {
            return error(DistributionError::DropNotOpen);
        }
        if self.now() >= entry.expires {
            return error(DistributionError::DropExpired);
        }
        match twist {
            Twist::Nothing => {}
            Twist::Index if leaf + 1 == entry.leaves.len() => {
                return error(DistributionError::IndexOutOfRange)
            }
            // A tree of one leaf has the same empty proof under any reference.
            Twist::ProofOfAnother if entry.leaves.len() == 1 => {}
            _ => return error(DistributionError::InvalidProof),
        }
        if entry.paid.contains(&leaf) {
            return error(DistributionError::AlreadyClaimed);
        }
        let (wallet, amount) = entry.leaves[leaf];
        if amount > entry.left() {
            return Err(Failure::Contract(PoolError::ReserveShort as u32));
        }
        match wallet {
            LINELESS => error(DistributionError::NoTrustline),
            SMALL if self.received(SMALL) + amount > SMALL_LIMIT => {
                error(DistributionError::LineFull)
            }
            _ => Ok(0),
        }
    }

    fn sweep(&mut self, drop: usize) -> Outcome<i128> {
        let now = self.now();
        let Some(entry) = self.drops.get_mut(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if entry.swept.is_some() {
            return error(DistributionError::AlreadySwept);
        }
        if now < entry.expires {
            return error(DistributionError::DropNotExpired);
        }
        let rest = entry.left();
        entry.swept = Some(rest);
        Ok(rest)
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let client = self.setup.world.distribution();
        for (id, entry) in (1..).zip(&self.drops) {
            let drop = client.drop(&id);
            prop_assert_eq!(drop.paid, entry.paid());
            prop_assert_eq!(drop.swept, entry.swept.is_some());
            prop_assert_eq!(self.setup.reserved(id), entry.left());
            let claimed =
                (0..entry.leaves.len()).filter(|leaf| client.is_claimed(&id, &(*leaf as u32)));
            let mut paid = entry.paid.clone();
            paid.sort_unstable();
            prop_assert_eq!(claimed.collect::<Vec<_>>(), paid);
        }
        self.money_adds_up()
    }

    fn money_adds_up(&self) -> Result<(), TestCaseError> {
        let pool = self.setup.world.pool();
        let mut held: i128 = self.drops.iter().map(Entry::left).sum();
        for merchant in 0..MERCHANTS {
            let free = self.free(merchant);
            prop_assert_eq!(pool.balance(&(MERCHANT + merchant as u64)), free);
            held += free;
        }
        prop_assert_eq!(pool.total_held(), held);
        let mut received = 0;
        for wallet in (0..WALLETS).filter(|wallet| *wallet != LINELESS) {
            let own = self.received(wallet);
            prop_assert_eq!(self.setup.world.asset.balance(&self.wallets[wallet]), own);
            received += own;
        }
        prop_assert_eq!(self.deposited.iter().sum::<i128>(), held + received);
        Ok(())
    }
}

fn follow(setup: Setup, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut pair = Pair::new(setup);
    // Something to create drops with.
    for merchant in 0..MERCHANTS {
        pair.deposit(merchant, 500);
    }
    for step in steps {
        let (real, expected) = pair.apply(step);
        prop_assert_eq!(real, expected, "{:?}", step);
        pair.check()?;
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn drops_follow_the_model(steps in prop::collection::vec(step(), 1..40)) {
        follow(Setup::native(), &steps)?;
    }
}

proptest! {
    #![proptest_config(config(6))]

    #[test]
    fn the_wasm_follows_the_model(steps in prop::collection::vec(step(), 10..30)) {
        follow(Setup::wasm(), &steps)?;
    }
}
