use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_testing::merit_governance::{
    Action, Class, ClassEntry, GovernanceClient, FOR, MAX_DELEGATORS,
};
use merit_testing::{
    governance::{settings, COOLDOWN, PERIOD, VOTING_DELAY, WARM_UP},
    World, DAY,
};
use soroban_sdk::{Address, BytesN, IntoVal, String, Val, Vec};

use crate::support::{deploy, hash, holder, measure_migration, measure_stops, payer, symbol};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let env = &world.env;
    let entry = ClassEntry {
        target: world.token.clone(),
        function: symbol(env, "set_quota"),
        class: Class::Parameter,
    };
    let table = Vec::from_array(env, [entry]);
    let sac = &world.asset.sac;
    let args = (&world.admin, &world.state, sac, settings(), table);
    let contract = deploy(&world, "governance", args);
    for role in [roles::LIMITER, roles::UPGRADER] {
        world.grant_role(role, &contract);
    }
    let mut recorder = Recorder::new(&world, "governance", &contract);
    let staker = payer(&world);
    measure_proposals(&mut recorder, &staker);
    measure_new_code(&mut recorder, &staker);
    measure_delegates(&mut recorder);
    measure_stakes(&mut recorder, &staker);
    measure_stops(&mut recorder);
    measure_migration(&mut recorder);
    recorder.finish(book);
}

fn propose(recorder: &mut Recorder, staker: &Address, case: &str) -> BytesN<32> {
    let world = recorder.world;
    let env = &world.env;
    let action = Action {
        target: world.token.clone(),
        function: symbol(env, "set_quota"),
        args: (&recorder.address, staker, 5i128).into_val(env),
    };
    let why = String::from_str(env, case);
    let args = (staker, Vec::from_array(env, [action]), why);
    recorder.case("propose", case, args)
}

fn measure_proposals(recorder: &mut Recorder, staker: &Address) {
    let world = recorder.world;
    let guardian = holder(world, roles::VETOER);
    recorder.call::<()>("stake", (staker, 1_000i128));
    world.advance(WARM_UP);
    recorder.call::<i128>("activate", (staker,));
    let id = propose(recorder, staker, "to run");
    let vetoed = propose(recorder, staker, "to be vetoed");
    let cancelled = propose(recorder, staker, "to be cancelled");
    recorder.call::<()>("veto", (&guardian, &vetoed));
    recorder.call::<()>("cancel", (staker, &cancelled));
    world.advance_ledgers(VOTING_DELAY + 1);
    recorder.call::<i128>("vote", (staker, &id, FOR));
    measure_views(recorder, staker, &id);
    world.advance_ledgers(PERIOD + 1);
    recorder.call::<u64>("queue", (&id,));
    world.advance(DAY);
    recorder.call::<()>("execute", (&id,));
}

fn measure_new_code(recorder: &mut Recorder, staker: &Address) {
    let world = recorder.world;
    let client = GovernanceClient::new(&world.env, &recorder.address).mock_all_auths();
    let action = Action {
        target: world.pool.clone(),
        function: symbol(&world.env, "upgrade"),
        args: (hash(&world.env, 1), &recorder.address).into_val(&world.env),
    };
    let why = String::from_str(&world.env, "of new code");
    let id = client.propose(staker, &Vec::from_array(&world.env, [action]), &why);
    world.advance_ledgers(VOTING_DELAY + 1);
    client.vote(staker, &id, &FOR);
    world.advance_ledgers(PERIOD + 1);
    recorder.case::<u64>("queue", "of new code", (&id,));
    recorder.call::<u64>("announce", (&id,));
}

fn measure_delegates(recorder: &mut Recorder) {
    let world = recorder.world;
    let client = GovernanceClient::new(&world.env, &recorder.address).mock_all_auths();
    let delegate = payer(world);
    let mut delegators = Vec::new(&world.env);
    for _ in 0..MAX_DELEGATORS {
        let staker = payer(world);
        client.stake(&staker, &100);
        delegators.push_back(staker);
    }
    world.advance(WARM_UP);
    for staker in &delegators {
        client.activate(&staker);
    }
    let last = delegators.last().unwrap();
    recorder.call::<()>("delegate", (&last, &delegate));
    recorder.call::<Option<Address>>("get_delegate", (&last,));
    for staker in &delegators {
        client.delegate(&staker, &delegate);
    }
    world.advance(DAY);
    let staker = delegators.first().unwrap();
    let [one, many] = ["for one", "for many"].map(|case| propose(recorder, &staker, case));
    world.advance_ledgers(VOTING_DELAY + 1);
    let list = Vec::from_array(&world.env, [last]);
    recorder.call::<i128>("vote_for", (&delegate, &one, FOR, list));
    let most = "as many as one call may name";
    recorder.case::<i128>("vote_for", most, (&delegate, &many, FOR, &delegators));
}

fn measure_views(recorder: &mut Recorder, staker: &Address, id: &BytesN<32>) {
    recorder.call::<Val>("settings", ());
    recorder.call::<Val>("proposal", (id,));
    recorder.call::<Vec<Action>>("actions", (id,));
    recorder.call::<bool>("has_voted", (id, staker));
}

fn measure_stakes(recorder: &mut Recorder, staker: &Address) {
    recorder.call::<i128>("staked", (staker,));
    recorder.call::<i128>("total_staked", ());
    recorder.call::<Val>("warming", (staker,));
    recorder.call::<i128>("total_warming", ());
    recorder.call::<u64>("unstake", (staker, 400i128));
    recorder.call::<Val>("cooling", (staker,));
    recorder.call::<i128>("total_cooling", ());
    recorder.call::<i128>("total_held", ());
    recorder.world.advance(COOLDOWN);
    recorder.call::<i128>("withdraw", (staker,));
}
