//! The reward asset under its controller: supply, quotas and freezing.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles;
use merit_testing::{token::Setup, Failure, Line, Outcome, Subject};
use soroban_sdk::{testutils::Address as _, Address};

use crate::{holds, same, Model};
use reference::{Reference, CAP, LINE_LIMIT, MINTERS, NO_LINE, QUOTA, SYSTEM};
use steps::Step;

/// The contract and its model.
pub struct Tokens {
    setup: Setup,
    minters: [Address; MINTERS],
    /// Holders, an account without a trustline, a contract of the system.
    accounts: [Address; 5],
    model: Reference,
}

impl Model for Tokens {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::with_cap(CAP);
        let world = &setup.world;
        let minters = [setup.actor(roles::MINTER), Address::generate(&world.env)];
        world.grant_role(roles::MINTER, &minters[1]);
        for minter in &minters {
            setup.set_quota(minter, QUOTA).unwrap();
        }
        let limited = Line {
            limit: LINE_LIMIT as i64,
            ..Line::default()
        };
        // A wallet's balance exists from its first use on.
        setup.freeze(&setup.holder).unwrap();
        setup.unfreeze(&setup.holder).unwrap();
        // Nobody mints around the cap.
        world.asset.lock_issuer();
        Tokens {
            accounts: [
                world.asset.holder(limited),
                setup.account(),
                setup.holder.clone(),
                world.asset.account(),
                world.pool.clone(),
            ],
            minters,
            model: Reference::new(),
            setup,
        }
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let (real, expected) = self.run(step);
        same!(real, expected);
        self.check()
    }
}

impl Tokens {
    /// The contract's answer and the one that the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
        let now = self.setup.now();
        let (setup, model, accounts) = (&self.setup, &mut self.model, &self.accounts);
        match *step {
            Step::Mint { minter, to, amount } => {
                let args = (&accounts[to], amount);
                let real = setup.call_by(&self.minters[minter], "mint", args);
                (real, model.mint(minter, to, amount, now))
            }
            Step::Clawback(from, amount) => {
                let real = setup.clawback(&accounts[from], amount);
                (real, model.clawback(from, amount))
            }
            Step::SetQuota(minter, daily) => {
                let real = setup.set_quota(&self.minters[minter], daily);
                (real, model.set_quota(minter, daily))
            }
            Step::Freeze(account) => {
                let real = setup.freeze(&accounts[account]);
                (real, model.set_frozen(account, true))
            }
            Step::Unfreeze(account) => {
                let real = setup.unfreeze(&accounts[account]);
                (real, model.set_frozen(account, false))
            }
            _ => self.run_besides(step),
        }
    }

    /// Runs steps that are no function of the contract, or succeed always.
    fn run_besides(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
        let (setup, model, accounts) = (&self.setup, &mut self.model, &self.accounts);
        match *step {
            Step::Transfer(from, to, amount) => {
                let real = setup
                    .asset()
                    .transfer(&accounts[from], &accounts[to], amount);
                (done(real), done(model.transfer(from, to, amount)))
            }
            Step::Steal(from, to, amount) => {
                let (thief, sac) = (setup.actor("stranger"), &setup.asset().sac);
                let args = (&accounts[from], &accounts[to], amount);
                let real = setup.world.call(&thief, sac, "transfer", args);
                (real, Err(Failure::Host))
            }
            Step::Burn(holder, amount) => {
                let client = setup.asset().client().mock_all_auths();
                let real = client.try_burn(&accounts[holder], &amount).is_ok();
                setup.env().set_auths(&[]);
                (done(real), done(model.burn(holder, amount)))
            }
            Step::SetRole(minter, holds) => {
                model.is_minter[minter] = holds;
                self.set_role(minter, holds);
                (Ok(()), Ok(()))
            }
            Step::Pause(stop) => {
                model.paused = stop;
                if stop {
                    setup.pause();
                } else {
                    setup.unpause();
                }
                (Ok(()), Ok(()))
            }
            Step::PauseSystem(stop) => {
                model.system_paused = stop;
                if stop {
                    setup.pause_system();
                } else {
                    setup.unpause_system();
                }
                (Ok(()), Ok(()))
            }
            Step::Wait(seconds) => {
                setup.world.advance(seconds);
                (Ok(()), Ok(()))
            }
            _ => unreachable!("{step:?} is run elsewhere"),
        }
    }

    fn set_role(&self, minter: usize, holds: bool) {
        let (world, minter) = (&self.setup.world, &self.minters[minter]);
        if holds {
            return world.grant_role(roles::MINTER, minter);
        }
        // Refused if it was revoked before.
        let _ = world.revoke_role(roles::MINTER, minter);
    }

    fn check(&self) -> Result<(), String> {
        self.supply_is_what_all_hold_and_at_most_the_cap()?;
        self.no_day_exceeds_a_quota()?;
        self.only_whom_the_freezer_may_freeze_is_frozen()?;
        self.the_asset_stays_under_the_contract()
    }

    fn supply_is_what_all_hold_and_at_most_the_cap(&self) -> Result<(), String> {
        let minted = self.setup.client().minted();
        same!(minted, self.model.minted());
        holds!(minted <= CAP, "supply <= cap");
        let mut held = 0;
        for (account, expected) in self.accounts.iter().zip(self.model.balances) {
            let balance = self.setup.asset().balance(account);
            same!(balance, expected, "a balance changes by its own steps only");
            held += balance;
        }
        same!(held + self.model.burned, minted, "sum of balances = supply");
        Ok(())
    }

    fn no_day_exceeds_a_quota(&self) -> Result<(), String> {
        let now = self.setup.now();
        for (minter, address) in self.minters.iter().enumerate() {
            let quota = self.setup.client().quota(address);
            same!(quota.daily, self.model.quotas[minter]);
            same!(quota.used, self.model.used(minter, now));
            same!(quota.remaining, (quota.daily - quota.used).max(0));
            holds!(
                self.model.quota_held(minter),
                "minted per minter and day <= quota"
            );
        }
        Ok(())
    }

    fn only_whom_the_freezer_may_freeze_is_frozen(&self) -> Result<(), String> {
        let free = |account: &Address| self.setup.asset().client().authorized(account);
        for (account, frozen) in self.accounts.iter().zip(self.model.frozen) {
            same!(free(account), !frozen);
            same!(self.setup.client().is_frozen(account), frozen);
        }
        let lineless = self.setup.client().is_frozen(&self.accounts[NO_LINE]);
        same!(lineless, self.model.lineless_frozen);
        holds!(
            free(&self.accounts[SYSTEM]),
            "a contract of the system is never frozen"
        );
        Ok(())
    }

    fn the_asset_stays_under_the_contract(&self) -> Result<(), String> {
        same!(self.setup.asset().client().admin(), self.setup.contract);
        same!(self.setup.client().paused(), self.model.paused);
        Ok(())
    }
}

fn done(succeeded: bool) -> Outcome<()> {
    succeeded.then_some(()).ok_or(Failure::Host)
}
