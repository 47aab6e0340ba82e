//! Authorisation: every role and every party against every function. The distributor's signature under a
//! batch is for this batch in this epoch, and nothing else.

use std::slice;

use merit_common::roles::{DISTRIBUTOR, MANAGER, PAUSER, REVOKER, UNPAUSER};
use merit_distribution::DistributionError;
use merit_testing::{
    anyone, by, check,
    distribution::{self, error, Planned, Setup},
    operation, payment, payments, signed_by, view, Actors, Batch, Failure, Line, Outcome, Payment,
    Row, Subject, Terms, World, DAY, FIRST, MERCHANT, START,
};
use soroban_sdk::{vec as list, Address, BytesN, Vec};

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
        let actors = setup.world.actors(&["wallet", "neighbour", "owner"]);
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
            opens_at: self.world().env.ledger().timestamp() + DAY,
            ..distribution::Terms::default()
        };
        let leaves = [(self.actor("wallet"), 100)];
        self.setup.open(&terms, &leaves).0
    }
}

/// The first campaign.
const CAMPAIGN: u64 = 1;

/// Opens the first campaign and the first epoch.
fn open_campaign(drops: &Drops) {
    let world = drops.world();
    assert_eq!(world.open_campaign(&Terms::default()), CAMPAIGN);
    assert_eq!(world.open_epoch(0, 0), Ok(1));
}

fn batch(drops: &Drops) -> Batch {
    let rows = payments(drops.env(), FIRST + 1, &[drops.actor("wallet")], 10);
    Batch::new(drops.env(), 1, CAMPAIGN, &rows)
}

fn paid(drops: &Drops) {
    open_campaign(drops);
    let world = drops.world();
    world.allow_clawback(CAMPAIGN, DAY).unwrap();
    world.send(&batch(drops)).unwrap();
}

fn batches() -> [Row<Drops>; 3] {
    [
        by("open", &[DISTRIBUTOR], |w: &Drops| {
            (0u64, 0u64, BytesN::from_array(w.env(), &[0; 128]))
        }),
        by("pay", &[DISTRIBUTOR], |w: &Drops| batch(w).args())
            .signing(|w| batch(w).signed())
            .after(open_campaign),
        by("clawback", &[REVOKER], |w: &Drops| {
            (CAMPAIGN, FIRST + 1, w.actor("wallet"), 10i128, START)
        })
        .after(paid),
    ]
}

fn drops() -> [Row<Drops>; 6] {
    [
        by("create_drop", &[MANAGER], |w: &Drops| {
            let (reference, root) = (w.hash(2), w.hash(3));
            let end = START + DAY;
            (reference, MERCHANT, root, 10i128, 1u32, START, end)
        })
        .after(|w| w.world().deposit(MERCHANT, 10)),
        // The second one.
        by("cancel_drop", &[MANAGER, PAUSER], |w: &Drops| (w.drop + 1,))
            .after(|w| assert_eq!(w.later(), w.drop + 1)),
        by("open_drop", &["owner"], |w: &Drops| (w.drop + 1,)).after(|w| {
            w.world().first_owner(MERCHANT, &w.actor("owner"));
            assert_eq!(w.later(), w.drop + 1);
        }),
        signed_by("claim", &["wallet"], |w: &Drops| w.claim_args(0)),
        by("claim_for", &[DISTRIBUTOR], |w: &Drops| w.claim_args(0)),
        anyone("sweep", |w: &Drops| (w.drop,)).after(|w| w.world().advance(30 * DAY)),
    ]
}

fn views() -> [Row<Drops>; 9] {
    [
        view("open_delay", |_| ()),
        view("status", |w: &Drops| (CAMPAIGN, list![w.env(), 1u32])),
        view("batches", |_| ()),
        view("first_number", |_| ()),
        view("drop", |w: &Drops| (w.drop,)),
        view("drops", |_| (0u64, 10u32)),
        view("is_claimed", |w: &Drops| (w.drop, 0u32)),
        view("claims", |w: &Drops| (w.drop, 0u32)),
        view("leaf", |w: &Drops| {
            (w.hash(1), 0u32, w.actor("wallet"), 100i128)
        }),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
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
fn nobody_can_sign_for_the_pool_or_the_contract() {
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

/// Sends one batch under the signature for another.
fn send(world: &World, sent: &Batch, signed: &Batch) -> Outcome<()> {
    let distributor = world.holder(DISTRIBUTOR);
    let (sent, signed) = (sent.args_by(distributor), signed.signed());
    world.call_signed_for(distributor, &world.distribution, "pay", signed, sent)
}

#[test]
fn a_signature_for_another_batch_does_not_count() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let (to, other) = (
        world.asset.holder(Line::default()),
        world.asset.holder(Line::default()),
    );
    let row = payment(&world.env, FIRST + 1, &to, 10);
    let right = world.batch(campaign, slice::from_ref(&row));
    let with = |row: Payment| Batch::new(&world.env, right.epoch, campaign, &[row]);
    let table = [
        (
            "epoch",
            Batch {
                epoch: right.epoch + 1,
                ..right.clone()
            },
        ),
        (
            "merchant",
            Batch {
                merchant: right.merchant + 1,
                ..right.clone()
            },
        ),
        (
            "campaign",
            Batch {
                campaign: campaign + 1,
                ..right.clone()
            },
        ),
        (
            "number",
            with(Payment {
                number: FIRST + 2,
                ..row.clone()
            }),
        ),
        (
            "reference",
            with(Payment {
                reference: BytesN::from_array(&world.env, &[9; 8]),
                ..row.clone()
            }),
        ),
        (
            "wallet",
            with(Payment {
                to: other,
                ..row.clone()
            }),
        ),
        ("amount", with(Payment { amount: 9, ..row })),
    ];
    for (what, signed) in table {
        let refused = Err(Failure::Host);
        assert_eq!(send(&world, &right, &signed), refused, "{what}");
    }
    assert_eq!(send(&world, &right, &right), Ok(()));
}

/// The first two lists are bytes: where one ends and the other begins is signed too.
#[test]
fn a_signature_distinguishes_the_lists() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let signed = world.batch(campaign, &payments(&world.env, FIRST + 1, [&to, &to], 10));
    let mut sent = signed.clone();
    sent.numbers.append(&signed.references.slice(..4));
    sent.references = signed.references.slice(4..);
    assert_eq!(send(&world, &sent, &signed), Err(Failure::Host));
    // It is the signature that is wrong, not the lists alone.
    let length = error(DistributionError::LengthMismatch);
    assert_eq!(send(&world, &sent, &sent), length);
}

#[test]
fn the_distributor_signs_only_the_call() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, &[to], 10);
    world.pay(campaign, &batch).unwrap();
    let auths = world.env.auths();
    assert_eq!(auths.len(), 1);
    assert_eq!(auths[0].0, *world.holder(DISTRIBUTOR));
    assert!(auths[0].1.sub_invocations.is_empty());
}

#[test]
fn an_expired_distributor_is_refused() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let root = &world.root;
    let now = world.env.ledger().timestamp();
    world.grant_role_until(DISTRIBUTOR, root, now + 60);
    let pay = |number| {
        let rows = payments(&world.env, FIRST + number, [&to], 10);
        world.send_as(root, &world.batch(campaign, &rows))
    };
    assert_eq!(pay(1), Ok(()));
    world.advance(60);
    let out = error(DistributionError::Unauthorized);
    assert_eq!(pay(2), out);
}
