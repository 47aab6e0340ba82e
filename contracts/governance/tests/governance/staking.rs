//! Tokens in and out.

use merit_governance::{Cooling, GovernanceError, FOR};
use merit_testing::{Failure, Line};
use soroban_sdk::{xdr, Address, IntoVal, Symbol, Val, Vec};

use merit_testing::governance::{error, Gov, COOLDOWN};

const MAX: i128 = i64::MAX as i128;

#[test]
fn stakes_are_real_tokens() {
    let gov = Gov::unstaked();
    let staker = &gov.stakers[0];
    gov.stake(staker, 400).unwrap();
    let events = gov.world.event_names(&gov.contract);
    assert_eq!(events, ["stake"]);
    gov.stake(staker, 100).unwrap();
    assert_eq!(gov.client().staked(staker), 500);
    assert_eq!(gov.client().total_staked(), 500);
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
    assert_eq!(gov.client().total_staked(), MAX);
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
    let before = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    gov.unstake(&gov.stakers[1], 300).unwrap();
    gov.world.advance(5);
    let after = gov.propose(&[gov.set_param("a", 2)]).unwrap();
    assert_eq!(gov.vote(1, &before, FOR), Ok(300));
    assert_eq!(gov.vote(1, &after, FOR), error(GovernanceError::NoVotes));
}

#[test]
fn every_past_ledger_keeps_its_stakes() {
    let gov = Gov::new();
    let staker = &gov.stakers[1];
    let mut proposals = std::vec::Vec::new();
    let mut stake = 300;
    for (number, change) in [7, -20, 300, -587, 0, 1, 99].into_iter().enumerate() {
        // Twice in one ledger: only what is left at its end counts.
        gov.stake(staker, 40).unwrap();
        gov.unstake(staker, 40 - change.min(0)).unwrap();
        if change > 0 {
            gov.stake(staker, change).unwrap();
        }
        stake += change;
        gov.world.advance(5);
        let action = gov.set_param("a", number as i128);
        proposals.push((gov.propose(&[action]).unwrap(), stake));
        gov.world.advance(5);
    }
    for (id, stake) in proposals {
        let expected = match stake {
            0 => error(GovernanceError::NoVotes),
            _ => Ok(stake),
        };
        assert_eq!(gov.vote(1, &id, FOR), expected);
    }
}

#[test]
fn the_way_out_stays_open_while_paused() {
    let gov = Gov::new();
    let staker = &gov.stakers[0];
    gov.pause();
    gov.pause_system();
    assert_eq!(gov.stake(staker, 1), error(GovernanceError::Paused));
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
