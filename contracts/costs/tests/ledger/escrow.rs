use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_escrow::{Part, Terms, MIN_WINDOW};
use merit_testing::{World, DAY, START};
use soroban_sdk::{Address, Val, Vec};

use crate::support::{deploy, hash, holder, measure_lifecycle, payer};

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
    measure_lifecycle(&mut recorder, "escrow");
    recorder.finish(book);
}

struct Parties {
    depositor: Address,
    beneficiary: Address,
    arbiter: Address,
}

impl Parties {
    fn create(&self, recorder: &mut Recorder, case: &str, milestones: u32) -> u64 {
        let env = &recorder.world.env;
        let parts = (0..milestones).map(|_| Part {
            amount: 10_000,
            deadline: START + 30 * DAY,
        });
        let terms = Terms {
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
        depositor,
        beneficiary,
        arbiter,
    } = parties;
    let id = parties.create(recorder, "4 milestones", 4);
    let long = parties.create(recorder, "16 milestones", 16);
    recorder.call::<()>("release", (depositor, id, 0u32));
    let (claim, proof) = (hash(&world.env, 9), hash(&world.env, 8));
    recorder.call::<u64>("dispute", (beneficiary, id, 1u32, claim));
    recorder.call::<()>("submit_evidence", (beneficiary, id, 1u32, proof));
    recorder.call::<()>("resolve", (arbiter, id, 1u32, 5_000u32));
    let cancel = (depositor, beneficiary, long);
    recorder.case::<()>("cancel", "16 milestones", cancel);
    recorder.call::<Val>("get", (id,));
    recorder.call::<Val>("milestone", (id, 2u32));
    // What can't be delivered waits for `withdraw`.
    world.asset.set_authorized(beneficiary, false);
    recorder.case::<()>("release", "to a frozen account", (depositor, id, 3u32));
    world.asset.set_authorized(beneficiary, true);
    world.advance(30 * DAY);
    recorder.call::<()>("expire", (id, 2u32));
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
    recorder.call::<u32>("count", (&parties.depositor,));
    recorder.call::<Vec<u64>>("ids", (&parties.depositor, 0u32, 10u32));
    recorder.call::<u64>("last_id", ());
    recorder.call::<Val>("totals", ());
    recorder.call::<i128>("total_held", ());
}
