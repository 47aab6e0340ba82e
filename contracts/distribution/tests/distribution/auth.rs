//! Who may call what: every role and every party against every function.

use merit_common::roles::{CLAWBACK, DISTRIBUTOR, MANAGER, UNPAUSER};
use merit_distribution::DistributionError;
use merit_testing::{
    anyone, by, check,
    distribution::{self, Planned, Setup},
    operation, payments, signed_by, view, Actors, Failure, Line, Row, Subject, Terms, World, DAY,
    MERCHANT, START,
};
use soroban_sdk::{vec as list, Address, BytesN, IntoVal, Vec};

const UNAUTHORIZED: u32 = DistributionError::Unauthorized as u32;

/// An open drop of 100 each to "wallet" and "neighbour".
struct Drops {
    setup: Setup,
    actors: Actors,
    drop: u64,
    planned: Planned,
}

impl Subject for Drops {
    fn world(&self) -> &World {
        &self.setup.world
    }
    fn contract(&self) -> &Address {
        &self.setup.world.distribution
    }
    fn actors(&self) -> &Actors {
        &self.actors
    }
}

type ClaimArgs = (Address, u64, u32, i128, Vec<BytesN<32>>);

impl Drops {
    fn new() -> Self {
        let setup = Setup::new();
        let actors = setup.world.actors(&["wallet", "neighbour"]);
        let leaves = ["wallet", "neighbour"].map(|name| (actors[name].clone(), 100));
        let (drop, planned) = setup.open(&distribution::Terms::default(), &leaves);
        Drops {
            setup,
            actors,
            drop,
            planned,
        }
    }

    fn hash(&self, byte: u8) -> BytesN<32> {
        self.setup.hash([byte; 32])
    }

    /// Wallet, drop, index, amount, proof of a leaf.
    fn claim_args(&self, index: usize) -> ClaimArgs {
        let claim = self.setup.leaf(self.drop, &self.planned, index);
        let proof = self.setup.hashes(&claim.proof);
        (claim.wallet, self.drop, claim.index, claim.amount, proof)
    }

    /// A drop that opens in a day.
    fn later(&self) -> u64 {
        let terms = distribution::Terms {
            reference: 2,
            opens_at: START + DAY,
            ..distribution::Terms::default()
        };
        let leaves = [(self.actor("wallet"), 100)];
        self.setup.open(&terms, &leaves).0
    }
}

/// The first campaign.
const CAMPAIGN: u64 = 1;

fn open_campaign(drops: &Drops) {
    let world = drops.world();
    assert_eq!(world.open_campaign(&Terms::default()), CAMPAIGN);
}

fn paid(drops: &Drops) {
    open_campaign(drops);
    let world = drops.world();
    world.allow_clawback(CAMPAIGN, DAY).unwrap();
    let batch = payments(drops.env(), 1, &[drops.actor("wallet")], 10);
    world.pay(CAMPAIGN, &batch).unwrap();
}

fn batches() -> [Row<Drops>; 2] {
    [
        by("pay", &[DISTRIBUTOR], |w: &Drops| {
            (CAMPAIGN, payments(w.env(), 1, &[w.actor("wallet")], 10))
        })
        .after(open_campaign),
        by("clawback", &[CLAWBACK], |w: &Drops| {
            (CAMPAIGN, 1u32, w.actor("wallet"), 10i128, START)
        })
        .after(paid)
        .covering(|w| {
            let args = (w.actor("wallet"), 10i128).into_val(w.env());
            (w.world().token.clone(), "clawback", args)
        }),
    ]
}

fn drops() -> [Row<Drops>; 5] {
    [
        by("create_drop", &[MANAGER], |w: &Drops| {
            let (reference, root) = (w.hash(2), w.hash(3));
            let end = START + DAY;
            (reference, MERCHANT, root, 10i128, 1u32, START, end)
        })
        .after(|w| w.world().deposit(MERCHANT, 10)),
        // The second one.
        by("cancel_drop", &[MANAGER], |w: &Drops| (w.drop + 1,))
            .after(|w| assert_eq!(w.later(), w.drop + 1)),
        signed_by("claim", &["wallet"], |w: &Drops| w.claim_args(0)),
        by("claim_for", &[DISTRIBUTOR], |w: &Drops| w.claim_args(0)),
        anyone("sweep", |w: &Drops| (w.drop,)).after(|w| w.world().advance(30 * DAY)),
    ]
}

fn views() -> [Row<Drops>; 9] {
    [
        view("status", |w: &Drops| (CAMPAIGN, list![w.env(), 1u32])),
        view("seq", |_| ()),
        view("max_batch", |_| ()),
        view("drop", |w: &Drops| (w.drop,)),
        view("drop_by_reference", |w: &Drops| (w.hash(1),)),
        view("drops", |_| (0u64, 10u32)),
        view("is_claimed", |w: &Drops| (w.drop, 0u32)),
        view("claims", |w: &Drops| (w.drop, 0u32)),
        view("leaf", |w: &Drops| {
            (w.hash(1), 0u32, w.actor("wallet"), 100i128)
        }),
    ]
}

#[test]
fn every_function_admits_whom_the_table_says() {
    let rows = batches().into_iter().chain(drops()).chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    let unauthorized = Failure::Contract(UNAUTHORIZED);
    check("distribution", Drops::new, unauthorized, rows);
}

#[test]
fn a_signature_for_one_leaf_moves_no_other() {
    let drops = Drops::new();
    let (world, contract) = (drops.world(), drops.contract());
    let (wallet, sent) = (drops.actor("wallet"), drops.claim_args(0));
    let other = drops.claim_args(1);
    let moved = world.call_signed_for::<()>(&wallet, contract, "claim", other, sent);
    assert_eq!(moved, Err(Failure::Host));
}

#[test]
fn anyone_sweeps_and_the_money_goes_to_the_merchant() {
    let Drops {
        setup,
        drop,
        planned,
        ..
    } = Drops::new();
    setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
    setup.world.advance(30 * DAY);
    assert_eq!(setup.sweep(drop), Ok(100));
    let pool = setup.world.pool();
    assert_eq!(pool.balance(&MERCHANT), 100);
}

#[test]
fn nobody_signs_for_the_pool_or_the_contract() {
    let Drops {
        setup,
        drop,
        planned,
        ..
    } = Drops::new();
    setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
    let auths = setup.env().auths();
    let signers: std::vec::Vec<&Address> = auths.iter().map(|(signer, _)| signer).collect();
    assert_eq!(signers, [&planned.leaves[0].0]);
    assert!(auths[0].1.sub_invocations.is_empty());
}

#[test]
fn a_signature_for_another_batch_does_not_count() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let signed = payments(&world.env, 1, [&to], 10);
    let sent = payments(&world.env, 1, &[to], 1_000);
    let distributor = world.holder(DISTRIBUTOR);
    let outcome = world.call_signed_for::<()>(
        distributor,
        &world.distribution,
        "pay",
        (distributor, campaign, &signed),
        (distributor, campaign, &sent),
    );
    assert_eq!(outcome, Err(Failure::Host));
}

#[test]
fn an_expired_distributor_is_out() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    world.grant_role_until(
        DISTRIBUTOR,
        &world.root,
        world.env.ledger().timestamp() + 60,
    );
    let pay = |number| {
        let batch = payments(&world.env, number, [&to], 10);
        let args = (&world.root, campaign, &batch);
        world.call::<()>(&world.root, &world.distribution, "pay", args)
    };
    assert_eq!(pay(1), Ok(()));
    world.advance(60);
    assert_eq!(pay(2), Err(Failure::Contract(UNAUTHORIZED)));
}
