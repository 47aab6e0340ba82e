//! Random grants and revocations against a model: who is listed holds the role, and nobody else does.

use std::{collections::BTreeMap, string::String, vec::Vec};

use merit_common::testutils::{wait, Outcome};
use proptest::prelude::*;
use soroban_sdk::Address;

use super::{error, World};
use crate::AdminError;

const ROLES: [&str; 2] = ["courier", "clerk"];
const ACCOUNTS: usize = 4;

#[derive(Clone, Debug)]
enum Step {
    /// With an expiry this many seconds ahead.
    Grant(usize, usize, Option<u64>),
    Revoke(usize, usize),
    Renounce(usize, usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let expiry = prop_oneof![Just(None), (0..100u64).prop_map(Some)];
    let (role, account) = (0..ROLES.len(), 0..ACCOUNTS);
    prop_oneof![
        4 => (role.clone(), account.clone(), expiry).prop_map(|(r, a, e)| Step::Grant(r, a, e)),
        2 => (role.clone(), account.clone()).prop_map(|(r, a)| Step::Revoke(r, a)),
        1 => (role, account).prop_map(|(r, a)| Step::Renounce(r, a)),
        2 => (0..60u64).prop_map(Step::Wait),
    ]
}

struct Pair {
    world: World,
    accounts: Vec<Address>,
    /// Expiry of each grant by role and account.
    grants: BTreeMap<(usize, usize), Option<u64>>,
}

impl Pair {
    fn new() -> Self {
        let world = World::new();
        let accounts = (0..ACCOUNTS).map(|_| world.stranger()).collect();
        Pair {
            world,
            accounts,
            grants: BTreeMap::new(),
        }
    }

    fn now(&self) -> u64 {
        self.world.env.ledger().timestamp()
    }

    fn apply(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
        match *step {
            Step::Grant(role, account, ahead) => {
                let expires_at = ahead.map(|seconds| self.now() + seconds);
                let real = self
                    .world
                    .grant(ROLES[role], &self.accounts[account], expires_at);
                if ahead == Some(0) {
                    return (real, error(AdminError::InvalidExpiry));
                }
                self.grants.insert((role, account), expires_at);
                (real, Ok(()))
            }
            Step::Revoke(role, account) => {
                let root = self.world.actor("root");
                let real = self
                    .world
                    .revoke_by(&root, ROLES[role], &self.accounts[account]);
                (real, self.forget(role, account))
            }
            Step::Renounce(role, account) => {
                let holder = &self.accounts[account];
                let args = (holder, self.world.role(ROLES[role]));
                let real = self.world.call(holder, "renounce_role", args);
                (real, self.forget(role, account))
            }
            Step::Wait(seconds) => {
                wait(&self.world.env, seconds);
                (Ok(()), Ok(()))
            }
        }
    }

    fn forget(&mut self, role: usize, account: usize) -> Outcome<()> {
        match self.grants.remove(&(role, account)) {
            Some(_) => Ok(()),
            None => error(AdminError::RoleNotHeld),
        }
    }

    fn compare(&self) -> Result<(), String> {
        for (role, name) in ROLES.iter().enumerate() {
            let symbol = self.world.role(name);
            let listed = self.world.client().members(&symbol, &0, &100);
            let mut expected = 0;
            for (account, address) in self.accounts.iter().enumerate() {
                let grant = self.grants.get(&(role, account));
                let holds = grant.is_some_and(|end| end.is_none_or(|end| self.now() < end));
                expected += u32::from(holds);
                if self.world.holds(name, address) != holds || listed.contains(address) != holds {
                    return Err(std::format!(
                        "{name} of account {account} should be {holds}"
                    ));
                }
            }
            if listed.len() != expected {
                return Err(std::format!("{} members of {name}", listed.len()));
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn members_are_the_holders_whatever_happens(steps in prop::collection::vec(step(), 1..50)) {
        let mut pair = Pair::new();
        for step in &steps {
            let (real, expected) = pair.apply(step);
            prop_assert_eq!(real, expected, "{:?}", step);
            pair.compare().map_err(|cause| TestCaseError::fail(std::format!("{step:?}: {cause}")))?;
        }
    }
}
