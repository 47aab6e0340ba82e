//! The contracts beside the model: the same steps, then the same money in the same places.

use merit_testing::{Line, Outcome, MERCHANT, START};
use proptest::prelude::*;
use soroban_sdk::Address;

use crate::{
    common::{Claim, Planned, Setup, Terms},
    reference::{Entry, Model},
    steps::{Step, Twist, LINELESS, MERCHANTS, SMALL_LIMIT, WALLETS},
};

pub struct Pair {
    setup: Setup,
    wallets: Vec<Address>,
    planned: Vec<Planned>,
    model: Model,
    references: u8,
}

impl Pair {
    pub fn new(setup: Setup) -> Self {
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
            model: Model::default(),
            references: 0,
        }
    }

    /// What the contract answers and what the model expects.
    pub fn apply(&mut self, step: &Step) -> (Outcome<i128>, Outcome<i128>) {
        match step.clone() {
            Step::Deposit(merchant, amount) => {
                self.deposit(merchant, amount);
                (Ok(0), Ok(0))
            }
            Step::Create(merchant, leaves, surplus, opens, lasts) => {
                let opens = self.model.now + opens;
                self.create(merchant, leaves, surplus, opens, opens + lasts)
            }
            Step::Claim(drop, leaf, behalf, twist) => self.claim(drop, leaf, behalf, twist),
            Step::Sweep(drop) => {
                let real = self.setup.sweep(drop as u64 + 1);
                (real, self.model.sweep(drop))
            }
            Step::Cancel(drop) => {
                let real = self.setup.cancel(drop as u64 + 1);
                (real, self.model.cancel(drop))
            }
            Step::Wait(seconds) => {
                self.setup.world.advance(seconds);
                self.model.now += seconds;
                (Ok(0), Ok(0))
            }
        }
    }

    pub fn deposit(&mut self, merchant: usize, amount: i128) {
        self.setup.world.deposit(MERCHANT + merchant as u64, amount);
        self.model.deposited[merchant] += amount;
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
        let real = self.setup.create(&planned).map(i128::from);
        let expected = self.model.create(Entry {
            merchant,
            total: planned.total(),
            leaves,
            opens,
            expires,
            paid: Vec::new(),
            swept: None,
        });
        if expected.is_ok() {
            self.planned.push(planned);
        }
        (real, expected)
    }

    fn claim(
        &mut self,
        drop: usize,
        leaf: usize,
        behalf: bool,
        twist: Twist,
    ) -> (Outcome<i128>, Outcome<i128>) {
        let leaf = match self.planned.get(drop) {
            Some(planned) => leaf % planned.leaves.len(),
            None => 0,
        };
        let claim = self.sent(drop, leaf, twist);
        let real = if behalf {
            self.setup.claim_for(&claim)
        } else {
            self.setup.claim(&claim)
        };
        (real.map(|()| 0), self.model.claim(drop, leaf, twist))
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
                let other = (self.model.drops[drop].leaves[leaf].0 + 1) % WALLETS;
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

    pub fn check(&self) -> Result<(), TestCaseError> {
        let client = self.setup.world.distribution();
        for (id, entry) in (1..).zip(&self.model.drops) {
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
        let mut held: i128 = self.model.drops.iter().map(Entry::left).sum();
        for merchant in 0..MERCHANTS {
            let free = self.model.free(merchant);
            prop_assert_eq!(pool.balance(&(MERCHANT + merchant as u64)), free);
            held += free;
        }
        prop_assert_eq!(pool.total_held(), held);
        let mut received = 0;
        for wallet in (0..WALLETS).filter(|wallet| *wallet != LINELESS) {
            let own = self.model.received(wallet);
            prop_assert_eq!(self.setup.world.asset.balance(&self.wallets[wallet]), own);
            received += own;
        }
        let deposited: i128 = self.model.deposited.iter().sum();
        prop_assert_eq!(deposited, held + received);
        Ok(())
    }
}
