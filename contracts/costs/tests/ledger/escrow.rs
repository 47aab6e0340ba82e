use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_testing::merit_escrow::{Part, Terms, MIN_WINDOW};
use merit_testing::{World, DAY, START};
use soroban_sdk::{Address, BytesN, Val, Vec};

use crate::support::{deploy, hash, holder, measure_stops, payer};

/// Basis points.
const FEE: u32 = 200;

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let asset = &world.asset;
    let args = (&world.admin, &world.state, &asset.sac, &asset.issuer, FEE);
    let contract = deploy(&world, "escrow", args);
    let mut recorder = Recorder::new(&world, "escrow", &contract);
    let parties = Parties {
        depositor: payer(&world),
        beneficiary: payer(&world),
        arbiter: payer(&world),
    };
    measure_milestones(&mut recorder, &parties);
    measure_accounts(&mut recorder, &parties);
    measure_stops(&mut recorder);
    recorder.finish(book);
}

struct Parties {
    depositor: Address,
    beneficiary: Address,
    arbiter: Address,
}

impl Parties {
    /// Creates an escrow that isn't accepted yet.
    fn create(&self, recorder: &mut Recorder, case: &str, milestones: u8) -> BytesN<32> {
        let env = &recorder.world.env;
        let parts = (0..milestones).map(|_| Part {
            amount: 10_000,
            deadline: START + 30 * DAY,
        });
        let terms = Terms {
            reference: hash(env, milestones),
            beneficiary: self.beneficiary.clone(),
            arbiter: self.arbiter.clone(),
            parts: Vec::from_iter(env, parts),
            agreement: hash(env, 1),
            dispute_window: MIN_WINDOW,
            undecided_share: 4_000,
            max_fee: FEE,
        };
        recorder.case("create", case, (&self.depositor, terms))
    }
}

fn measure_milestones(recorder: &mut Recorder, parties: &Parties) {
    let world = recorder.world;
    let Parties {
        beneficiary,
        arbiter,
        ..
    } = parties;
    let id = parties.create(recorder, "4 milestones", 4);
    let long = parties.create(recorder, "16 milestones", 16);
    recorder.call::<bool>("accept", (beneficiary, &id));
    recorder.case::<bool>("accept", "the second", (arbiter, &id));
    recorder.call::<()>("release", (&id, 0u32));
    let (claim, proof) = (hash(&world.env, 9), hash(&world.env, 8));
    recorder.call::<u64>("dispute", (beneficiary, &id, 1u32, claim));
    recorder.call::<()>("submit_evidence", (beneficiary, &id, 1u32, proof));
    recorder.call::<()>("resolve", (&id, 1u32, 5_000u32));
    recorder.call::<()>("split", (&long, 0u32, 5_000u32));
    recorder.case::<()>("cancel", "15 of 16 milestones", (&long,));
    recorder.call::<Val>("get", (&id,));
    // Money that can't be delivered waits for `withdraw`.
    world.asset.set_authorized(beneficiary, false);
    recorder.case::<()>("release", "to a frozen account", (&id, 3u32));
    world.asset.set_authorized(beneficiary, true);
    recorder.call::<()>("extend", (&id, 2u32, START + 31 * DAY));
    world.advance(31 * DAY);
    recorder.call::<()>("expire", (&id, 2u32));
}

fn measure_accounts(recorder: &mut Recorder, parties: &Parties) {
    let world = recorder.world;
    let (limiter, treasurer) = (
        holder(world, roles::LIMITER),
        holder(world, roles::TREASURER),
    );
    recorder.call::<i128>("owed", (&parties.beneficiary,));
    recorder.call::<i128>("withdraw", (&parties.beneficiary,));
    recorder.call::<()>("collect_fees", (&treasurer, &treasurer, 100i128));
    recorder.call::<()>("set_fee", (&limiter, FEE / 2));
    recorder.call::<u32>("fee", ());
    recorder.call::<Val>("totals", ());
    recorder.call::<i128>("total_held", ());
}
