//! Tokens in and out.

use merit_governance::{Cooling, GovernanceError, Settings, Warming, AGAINST, FOR};
use merit_testing::{Failure, Line, DAY};
use soroban_sdk::{testutils::Address as _, xdr, Address, IntoVal, Symbol, Val, Vec};

use merit_testing::governance::{
    error, settings, Gov, COOLDOWN, DELAY, GRACE, PERIOD, QUEUE_WINDOW, VOTING_DELAY, WARM_UP,
};

const MAX: i128 = i64::MAX as i128;

#[test]
fn stakes_are_real_tokens() {
    let gov = Gov::unstaked();
    let staker = &gov.stakers[0];
    gov.stake(staker, 400).unwrap();
    let events = gov.world.event_names(&gov.contract);
    assert_eq!(events, ["stake"]);
    gov.stake(staker, 100).unwrap();
    let warming = Warming {
        amount: 500,
        since: gov.now(),
    };
    assert_eq!(gov.client().warming(staker), Some(warming));
    assert_eq!(gov.client().total_warming(), 500);
    assert_eq!(gov.client().total_held(), 500);
    assert_eq!(gov.world.asset.balance(staker), 500);
}

#[test]
fn classic_accounts_stake_too() {
    let gov = Gov::unstaked();
    let line = Line {
        balance: 70,
        ..Line::default()
    };
    let account = gov.world.asset.holder(line);
    stake_as_source(&gov, &account, 70);
    let as_source = |function, args: Vec<Val>| {
        let called = gov
            .world
            .call_as_source::<Val>(&account, &gov.contract, function, args);
        called.unwrap();
    };
    as_source("unstake", (&account, 70i128).into_val(gov.env()));
    gov.world.advance(COOLDOWN);
    as_source("withdraw", (&account,).into_val(gov.env()));
    assert_eq!(gov.world.asset.balance(&account), 70);
}

/// Authorised by the operation's source, as classic wallets do: the stake and the transfer below it.
fn stake_as_source(gov: &Gov, account: &Address, amount: i128) {
    let env = gov.env();
    let invocation = |contract: &Address, function: &str, args: Vec<Val>, below| {
        xdr::SorobanAuthorizedInvocation {
            function: xdr::SorobanAuthorizedFunction::ContractFn(xdr::InvokeContractArgs {
                contract_address: contract.into(),
                function_name: function.try_into().unwrap(),
                args: args.into(),
            }),
            sub_invocations: below,
        }
    };
    let args = (account, &gov.contract, amount).into_val(env);
    let transfer = invocation(&gov.world.asset.sac, "transfer", args, Default::default());
    let args: Vec<Val> = (account, amount).into_val(env);
    let below = [transfer].try_into().unwrap();
    let xdr::ScAddress::Account(source) = xdr::ScAddress::from(account) else {
        panic!("not an account")
    };
    env.host().set_source_account(source).unwrap();
    env.set_auths(&[xdr::SorobanAuthorizationEntry {
        credentials: xdr::SorobanCredentials::SourceAccount,
        root_invocation: invocation(&gov.contract, "stake", args.clone(), below),
    }]);
    env.invoke_contract::<()>(&gov.contract, &Symbol::new(env, "stake"), args);
    env.set_auths(&[]);
}

#[test]
fn invalid_amounts_are_refused() {
    let gov = Gov::new();
    let staker = &gov.stakers[0];
    for amount in [0, -1, MAX + 1, i128::MIN] {
        let invalid = GovernanceError::InvalidAmount;
        assert_eq!(gov.stake(staker, amount), error(invalid));
        assert_eq!(gov.unstake(staker, amount), error(invalid));
    }
    let short = error(GovernanceError::InsufficientStake);
    assert_eq!(gov.unstake(staker, 601), short);
    assert_eq!(gov.unstake(staker, MAX), short);
    assert!(gov.stake(staker, 401).is_err(), "more than it has");
    assert_eq!(gov.client().staked(staker), 600);
}

#[test]
fn all_stakes_together_are_bounded() {
    let gov = Gov::unstaked();
    let [first, second, _] = &gov.stakers;
    gov.world.asset.mint(first, MAX - 1_000);
    gov.stake(first, MAX).unwrap();
    assert_eq!(gov.stake(second, 1), error(GovernanceError::InvalidAmount));
    gov.unstake(first, 1).unwrap();
    gov.stake(second, 1).unwrap();
    assert_eq!(gov.client().total_warming(), MAX);
}

#[test]
fn unstaked_tokens_cool_down() {
    let gov = Gov::new();
    let staker = &gov.stakers[0];
    let nothing = error(GovernanceError::NothingCooling);
    assert_eq!(gov.withdraw(staker), nothing);
    let until = gov.unstake(staker, 250).unwrap();
    assert_eq!(until, gov.now() + COOLDOWN);
    assert_eq!(gov.client().staked(staker), 350);
    assert_eq!(gov.client().total_staked(), 750);
    assert_eq!(gov.client().total_cooling(), 250);
    assert_eq!(gov.client().total_held(), 1_000);

    gov.world.advance(COOLDOWN - 1);
    assert_eq!(gov.withdraw(staker), error(GovernanceError::StillCooling));
    gov.world.advance(1);
    assert_eq!(gov.withdraw(staker), Ok(250));
    assert_eq!(gov.world.asset.balance(staker), 650);
    assert_eq!(gov.client().total_cooling(), 0);
    assert_eq!(gov.withdraw(staker), nothing);
}

#[test]
fn unstaking_more_starts_the_cool_down_again() {
    let gov = Gov::new();
    let staker = &gov.stakers[0];
    gov.unstake(staker, 100).unwrap();
    gov.world.advance(COOLDOWN - 1);
    gov.unstake(staker, 500).unwrap();
    gov.world.advance(1);
    assert_eq!(gov.withdraw(staker), error(GovernanceError::StillCooling));
    let expected = Cooling {
        amount: 600,
        until: gov.now() + COOLDOWN - 1,
    };
    assert_eq!(gov.client().cooling(staker), Some(expected));
}

#[test]
fn unstaked_votes_are_gone_for_later_proposals_only() {
    let gov = Gov::new();
    let before = gov.open(&[gov.set_quota("a", 1)]);
    gov.unstake(&gov.stakers[1], 300).unwrap();
    assert_eq!(gov.vote(1, &before, FOR), Ok(300));
    let after = gov.open(&[gov.set_quota("a", 2)]);
    assert_eq!(gov.vote(1, &after, FOR), error(GovernanceError::NoVotes));
}

#[test]
fn every_past_ledger_keeps_its_stakes() {
    let gov = Gov::new();
    let staker = &gov.stakers[1];
    gov.stake(staker, 600).unwrap();
    gov.world.advance(WARM_UP);
    // Amounts that are unstaked, or 600 activated, in the ledger of each snapshot.
    let changes: [&[i128]; 6] = [&[600], &[-7], &[-3, -17], &[], &[-100], &[-773]];
    let ids: std::vec::Vec<_> = (0..changes.len())
        .map(|number| {
            let proposer = &gov.stakers[number % 3];
            let action = gov.set_quota("a", number as i128);
            let id = gov.propose_described(proposer, &[action], "").unwrap();
            gov.world.advance(10);
            id
        })
        .collect();
    gov.world
        .advance_ledgers(VOTING_DELAY - 2 * changes.len() as u32);
    for change in changes {
        for change in change {
            match *change {
                600 => gov.activate(staker).map(drop).unwrap(),
                less => gov.unstake(staker, -less).map(drop).unwrap(),
            }
        }
        gov.world.advance(10);
    }
    let stakes = [900, 893, 873, 873, 773].map(Ok).into_iter();
    let none = error(GovernanceError::NoVotes);
    for (id, expected) in ids.iter().zip(stakes.chain([none])) {
        assert_eq!(gov.vote(1, id, FOR), expected);
    }
}

#[test]
fn the_votes_of_a_stake_that_changed_often_are_found_in_few_entries() {
    let gov = Gov::new();
    for _ in 0..250 {
        gov.unstake(&gov.stakers[1], 1).unwrap();
        gov.world.advance(5);
    }
    let id = gov.open(&[gov.set_quota("a", 1)]);
    let entries_read = |staker: usize, votes: i128| {
        assert_eq!(gov.vote(staker, &id, FOR), Ok(votes));
        let read = gov.env().cost_estimate().resources();
        read.disk_read_entries + read.memory_read_entries
    };
    let (never, often) = (entries_read(0, 600), entries_read(1, 50));
    // Twice the binary logarithm of 250: up in doubling steps, and back by halves.
    assert!(often - never <= 16, "{often} entries, and {never}");
}

#[test]
fn a_stake_gives_votes_after_its_warm_up() {
    let gov = Gov::unstaked();
    let staker = &gov.stakers[0];
    assert_eq!(gov.activate(staker), error(GovernanceError::NothingWarming));
    gov.stake(staker, 100).unwrap();
    gov.world.advance(WARM_UP - 1);
    let warming = error(GovernanceError::StillWarming);
    assert_eq!(gov.activate(staker), warming);
    // More starts it again for all.
    gov.stake(staker, 50).unwrap();
    gov.world.advance(WARM_UP - 1);
    assert_eq!(gov.activate(staker), warming);
    assert_eq!(gov.client().staked(staker), 0);
    gov.world.advance(1);
    assert_eq!(gov.activate(staker), Ok(150));
    assert_eq!(gov.client().staked(staker), 150);
    assert_eq!(gov.client().total_staked(), 150);
    assert_eq!(gov.client().warming(staker), None);
    assert_eq!(gov.client().total_warming(), 0);
}

#[test]
fn stakers_can_decide_about_a_new_majority_before_it_has_votes() {
    let gov = Gov::new();
    let rich = Address::generate(gov.env());
    gov.world.asset.mint(&rich, 1_000_000_000);
    // A wallet each would make no difference.
    gov.stake(&rich, 1_000_000_000).unwrap();
    let action = [gov.set_quota("a", 1)];
    let proposal = gov.propose_described(&rich, &action, "");
    assert_eq!(proposal, error(GovernanceError::BelowThreshold));

    // After seven days, and with votes in the last minute, the others still decide first.
    gov.world.advance(7 * DAY);
    let longer = Settings {
        warm_up: 180 * DAY,
        ..settings()
    };
    let id = gov.open(&[gov.own("set_settings", (longer,))]);
    gov.world.advance_ledgers(PERIOD - 1);
    gov.vote(0, &id, FOR).unwrap();
    gov.vote(1, &id, FOR).unwrap();
    let vote = gov.call::<i128>(&rich, "vote", (&id, AGAINST));
    assert_eq!(vote, error(GovernanceError::NoVotes));
    gov.world
        .advance_ledgers(gov.proposal(&id).vote_end + 1 - gov.env().ledger().sequence());
    gov.queue(&id).unwrap();
    gov.world.advance(DELAY);
    assert_eq!(gov.activate(&rich), error(GovernanceError::StillWarming));
    gov.execute(&id).unwrap();
    gov.world.advance(WARM_UP);
    assert_eq!(gov.activate(&rich), error(GovernanceError::StillWarming));
}

#[test]
fn unstaking_takes_what_has_no_votes_first() {
    let gov = Gov::new();
    let staker = &gov.stakers[0];
    gov.stake(staker, 50).unwrap();
    gov.unstake(staker, 20).unwrap();
    assert_eq!(gov.client().staked(staker), 600);
    assert_eq!(gov.client().total_warming(), 30);
    let short = error(GovernanceError::InsufficientStake);
    assert_eq!(gov.unstake(staker, 631), short);
    gov.unstake(staker, 130).unwrap();
    assert_eq!(gov.client().staked(staker), 500);
    assert_eq!(gov.client().warming(staker), None);
    assert_eq!(gov.client().total_cooling(), 150);
    assert_eq!(gov.client().total_held(), 1_050);
}

#[test]
fn who_voted_still_has_tokens_here_when_the_proposal_runs() {
    let gov = Gov::new();
    let id = gov.open(&[gov.action(&gov.world.pool, "set_limit", ())]);
    let staker = &gov.stakers[0];
    gov.vote(0, &id, FOR).unwrap();
    gov.unstake(staker, 600).unwrap();
    let last = gov.proposal(&id).vote_end + QUEUE_WINDOW;
    gov.world
        .advance_ledgers(last - gov.env().ledger().sequence());
    gov.queue(&id).unwrap();
    gov.world.advance(DELAY + GRACE - 1);
    assert_eq!(gov.withdraw(staker), error(GovernanceError::StillCooling));
}

#[test]
fn the_way_out_stays_open_while_paused() {
    let gov = Gov::new();
    let staker = &gov.stakers[0];
    gov.pause();
    gov.pause_system();
    assert_eq!(gov.stake(staker, 1), error(GovernanceError::Paused));
    assert_eq!(gov.activate(staker), error(GovernanceError::Paused));
    gov.unstake(staker, 600).unwrap();
    gov.world.advance(COOLDOWN);
    assert_eq!(gov.withdraw(staker), Ok(600));
}

#[test]
fn a_stake_needs_the_signature_for_its_transfer() {
    let gov = Gov::unstaked();
    let staker = &gov.stakers[0];
    let without_transfer = gov.call::<()>(staker, "stake", (10i128,));
    assert_eq!(without_transfer, Err(Failure::Host));
    assert_eq!(gov.client().total_held(), 0);
}

#[test]
fn a_frozen_staker_withdraws_nothing_whatever_its_trustline_is() {
    let gov = Gov::unstaked();
    let staker = &gov.stakers[0];
    gov.stake(staker, 400).unwrap();
    gov.unstake(staker, 400).unwrap();
    gov.world.advance(COOLDOWN);
    gov.world.freeze(staker);
    gov.world.asset.renew_line(staker);
    let frozen = error(GovernanceError::AccountFrozen);
    assert_eq!(gov.withdraw(staker), frozen);
    gov.world.unfreeze(staker);
    assert_eq!(gov.withdraw(staker), Ok(400));
}
