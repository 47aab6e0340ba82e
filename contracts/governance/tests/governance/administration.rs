//! Governance changes itself, by vote only and within bounds.

use merit_common::lifecycle;
use merit_governance::{
    Class, ClassEntry, GovernanceError, Proposal, ProposalState, Rules, Settings, RESUME_DELAY,
};
use merit_testing::{other_code, Outcome, DAY};
use soroban_sdk::{Address, BytesN, Symbol};

use merit_testing::governance::{error, settings, Gov, DELAY, GRACE, PERIOD, VOTING_DELAY};

fn entry(target: &Address, function: &str, class: Class) -> ClassEntry {
    ClassEntry {
        target: target.clone(),
        function: Symbol::new(target.env(), function),
        class,
    }
}

#[test]
fn settings_change_by_vote_and_the_old_delay_is_waited() {
    let gov = Gov::new();
    let slow = Settings {
        delay: 3 * DAY,
        warm_up: 13 * DAY,
        cooldown: 24 * DAY,
        ..settings()
    };
    gov.enact(&[gov.own("set_settings", (slow.clone(),))])
        .unwrap();
    assert_eq!(gov.client().settings(), slow);

    let id = gov.queued(&[gov.own("set_settings", (settings(),))]);
    gov.world.advance(DELAY);
    assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
    gov.world.advance(2 * DAY);
    gov.execute(&id).unwrap();
    assert_eq!(gov.client().settings(), settings());
}

#[test]
fn terms_of_running_proposals_stay() {
    let gov = Gov::new();
    let id = gov.favoured(&[gov.set_quota("a", 1)]);
    let strict = Rules {
        quorum_bps: 6_000,
        threshold_bps: 9_000,
    };
    let changed = Settings {
        parameter: strict.clone(),
        treasury: strict.clone(),
        upgrade: strict,
        quorum_floor: 999,
        ..settings()
    };
    let before = gov.proposal(&id);
    gov.enact(&[gov.own("set_settings", (changed,))]).unwrap();
    let expected = Proposal {
        state: ProposalState::Succeeded,
        ..before
    };
    assert_eq!(gov.proposal(&id), expected);
}

fn out_of_bounds(now: u64) -> Vec<(&'static str, Settings)> {
    let rules = |quorum_bps, threshold_bps| Rules {
        quorum_bps,
        threshold_bps,
    };
    let mut list = std::vec::Vec::new();
    let mut add = |name, change: &dyn Fn(&mut Settings)| {
        let mut changed = settings();
        change(&mut changed);
        list.push((name, changed));
    };
    add("threshold 0", &|s| s.proposal_threshold = 0);
    add("floor 0", &|s| s.quorum_floor = 0);
    add("short vote", &|s| s.voting_period = 17_279);
    add("long vote", &|s| {
        s.voting_period = 30 * 17_280 + 1;
        (s.warm_up, s.cooldown) = (60 * DAY, 60 * DAY);
    });
    add("long extension", &|s| {
        s.late_extension = s.voting_period + 1;
        (s.warm_up, s.cooldown) = (60 * DAY, 60 * DAY);
    });
    add("no delay", &|s| s.delay = DAY - 1);
    add("long delay", &|s| {
        s.delay = 30 * DAY + 1;
        s.warm_up = 40 * DAY;
        s.cooldown = 60 * DAY;
    });
    add("no grace", &|s| s.grace = DAY - 1);
    add("long grace", &|s| {
        s.grace = 30 * DAY + 1;
        s.cooldown = 60 * DAY;
    });
    add("short voting delay", &|s| s.voting_delay = 17_279);
    add("long voting delay", &|s| {
        s.voting_delay = 14 * 17_280 + 1;
        s.warm_up = 40 * DAY;
    });
    // A day's ledgers last 1.2 days if they close slowly.
    let quarter = DAY * 6 / 5 / 4;
    add("short cool-down", &|s| {
        s.cooldown = (4 + 1 + 14 * 4) * quarter + DELAY + GRACE - 1
    });
    add("long cool-down", &|s| s.cooldown = 180 * DAY + 1);
    add("short warm-up", &|s| {
        s.warm_up = (4 + 4 + 1) * quarter + DELAY + 7 * DAY - 1
    });
    add("long warm-up", &|s| s.warm_up = 180 * DAY + 1);
    add("long veto", &|s| s.veto_until = now + 365 * DAY + 1);
    add("low quorum", &|s| s.parameter = rules(99, 5_000));
    add("high quorum", &|s| s.upgrade = rules(6_001, 6_700));
    add("minority", &|s| s.parameter = rules(1_000, 4_999));
    add("unanimity", &|s| s.upgrade = rules(4_000, 9_001));
    add("parameter quorum above upgrade", &|s| {
        s.parameter = rules(4_001, 5_000)
    });
    add("treasury majority above upgrade", &|s| {
        s.treasury = rules(3_000, 6_701)
    });
    list
}

#[test]
fn settings_out_of_bounds_are_refused_when_executed() {
    let gov = Gov::new();
    // With a check at the proposal only, the clock or the stakes would change the answer.
    let lasts = u64::from(VOTING_DELAY + 1 + PERIOD + 1) * 5 + DELAY;
    let names = out_of_bounds(0).into_iter().map(|(name, _)| name);
    for (index, name) in names.enumerate() {
        let end = gov.now() + lasts;
        let (_, changed) = out_of_bounds(end).swap_remove(index);
        let id = gov.due(&[gov.own("set_settings", (changed,))]);
        assert_eq!(gov.now(), end);
        let refused: Outcome<()> = error(GovernanceError::InvalidSettings);
        assert_eq!(gov.execute(&id), refused, "{name}");
    }
    assert_eq!(gov.client().settings(), settings());
}

#[test]
fn the_shortest_warm_up_and_cool_down_are_accepted() {
    let gov = Gov::new();
    let quarter = DAY * 6 / 5 / 4;
    let shortest = Settings {
        warm_up: (4 + 4 + 1) * quarter + DELAY + 7 * DAY,
        cooldown: (4 + 1 + 14 * 4) * quarter + DELAY + GRACE,
        ..settings()
    };
    gov.enact(&[gov.own("set_settings", (shortest,))]).unwrap();
}

#[test]
fn the_longest_times_are_accepted() {
    let gov = Gov::new();
    let longest = Settings {
        voting_delay: 14 * 17_280,
        voting_period: 30 * 17_280,
        late_extension: 30 * 17_280,
        delay: 30 * DAY,
        grace: 30 * DAY,
        warm_up: 180 * DAY,
        cooldown: 180 * DAY,
        veto_until: gov.now() + 365 * DAY,
        ..settings()
    };
    gov.enact(&[gov.own("set_settings", (longest,))]).unwrap();
}

#[test]
fn no_vote_can_set_a_threshold_above_the_stakes() {
    let gov = Gov::new();
    let reachable = Settings {
        proposal_threshold: 1_000,
        quorum_floor: 1_000,
        ..settings()
    };
    let beyond = |change: &dyn Fn(&mut Settings)| {
        let mut changed = settings();
        change(&mut changed);
        gov.enact(&[gov.own("set_settings", (changed,))])
    };
    let refused = error(GovernanceError::InvalidSettings);
    assert_eq!(beyond(&|s| s.proposal_threshold = 1_001), refused);
    assert_eq!(beyond(&|s| s.quorum_floor = 1_001), refused);
    gov.enact(&[gov.own("set_settings", (reachable,))]).unwrap();
}

#[test]
fn classes_change_by_vote_but_never_those_of_roles_and_of_governance() {
    let gov = Gov::new();
    let pool = &gov.world.pool;
    let listed = entry(pool, "withdraw", Class::Treasury);
    gov.enact(&[gov.own("set_class", (listed,))]).unwrap();
    let listed = gov.action(pool, "withdraw", ());
    assert_eq!(gov.terms(&[listed]), (300, 6_000));

    for target in [&gov.world.admin, &gov.contract] {
        let listed = entry(target, "grant_role", Class::Parameter);
        let outcome = gov.enact(&[gov.own("set_class", (listed,))]);
        assert_eq!(outcome, error(GovernanceError::FixedClass));
    }
}

#[test]
fn code_changes_by_vote() {
    let gov = Gov::new();
    let code: BytesN<32> = other_code(gov.env());
    gov.enact(&[gov.own("upgrade", (code,))]).unwrap();
    // The other code has no functions at all.
    let version = gov.world.call_unsigned::<u32>(&gov.contract, "version", ());
    assert!(version.is_err());
}

#[test]
fn data_is_migrated_by_vote_once() {
    let gov = Gov::new();
    let already = error(GovernanceError::AlreadyMigrated);
    assert_eq!(gov.enact(&[gov.own("migrate", ())]), already);
    gov.env()
        .as_contract(&gov.contract, || lifecycle::init(gov.env(), 0));
    let migrations = [gov.own("migrate", ())];
    let id = gov.propose_described(&gov.stakers[0], &migrations, "again");
    let id = id.unwrap();
    gov.begin_vote();
    gov.vote(0, &id, merit_governance::FOR).unwrap();
    gov.end_vote();
    gov.queue(&id).unwrap();
    gov.world.advance(DELAY);
    gov.execute(&id).unwrap();
    assert_eq!(gov.client().version(), 2);
}

#[test]
fn a_pause_can_be_voted_away() {
    let gov = Gov::new();
    gov.pause();
    gov.pause_system();
    let lift = gov.action(&gov.world.state, "unpause", (&gov.contract,));
    let lift = gov.favoured(&[lift, gov.own("unpause", ())]);
    let other = gov.favoured(&[gov.set_quota("a", 1), gov.own("unpause", ())]);
    // No recovery: roles are given by `admin`, and only there taken away.
    let grant = gov.favoured(&[gov.action(&gov.world.admin, "grant_role", ())]);
    let elsewhere = gov.favoured(&[gov.action(&gov.world.state, "revoke_role", ())]);
    gov.end_vote();
    let waiting = [&other, &grant, &elsewhere];
    for id in [&lift].into_iter().chain(waiting) {
        gov.queue(id).unwrap();
    }
    gov.world.advance(DELAY);
    for id in waiting {
        assert_eq!(gov.execute(id), error(GovernanceError::Paused));
    }
    gov.execute(&lift).unwrap();
    assert!(!gov.client().paused());
    gov.world.advance(RESUME_DELAY);
    gov.execute(&other).unwrap();
    assert_eq!(gov.quota("a"), 1);
}

#[test]
fn a_pauser_can_be_dismissed_while_paused() {
    let gov = Gov::new();
    gov.hand_over();
    gov.pause();
    let guardian = gov.world.holder("pauser");
    gov.enact(&[gov.revoke_role("pauser")]).unwrap();
    let again = gov.call::<()>(guardian, "pause", ());
    assert_eq!(again, error(GovernanceError::Unauthorized));
}
