//! Pool: free balances, reserves and what may leave it per rolling 24 h.

mod expected;
mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles::{self, CAMPAIGN, TREASURER};
use merit_testing::{pool::error, Line, Outcome, World, DAY};
use soroban_sdk::{testutils::Address as _, Address};

use crate::{holds, same, Model};
use expected::Answer;
use reference::{Books, Outflow, APPOINTER, CALLERS, MERCHANTS, SMALL_LINE};
use steps::{Step, Stop};

/// The contract and its model.
pub struct Pool {
    world: World,
    /// Contracts with the role `campaign`.
    callers: [Address; CALLERS],
    owners: [Address; 2],
    recipients: Vec<Address>,
    books: Books,
}

impl Model for Pool {
    type Step = Step;

    fn new() -> Self {
        let world = World::new();
        let second = Address::generate(&world.env);
        world.grant_role(CAMPAIGN, &second);
        let asset = &world.asset;
        let small = Line {
            limit: SMALL_LINE as i64,
            ..Line::default()
        };
        let recipients = vec![
            Address::generate(&world.env),
            asset.holder(Line::default()),
            asset.holder(small),
            asset.account(),
            asset.issuer.clone(),
            world.campaign.clone(),
        ];
        let owners = [(); 2].map(|()| Address::generate(&world.env));
        let callers = [world.holder(CAMPAIGN).clone(), second];
        let mut pool = Pool {
            world,
            callers,
            owners,
            recipients,
            books: Books::default(),
        };
        pool.usual_start();
        pool
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let before = self.held();
        let real = self.run(step);
        let now = self.now();
        let expected = self.books.expect(step, now);
        same!(real, expected);
        let done = real.is_ok();
        let left = before - self.held();
        if left > 0 && !matches!(step, Step::ClawBack(_)) {
            self.money_left(step, left)?;
        }
        if let (Some(merchant), true) = (self.counts_at_once(step), done) {
            self.no_window_exceeds_its_limit(Some(merchant))?;
        }
        self.check()
    }
}

impl Pool {
    /// Merchants with money and a reserve, all but the last one with an owner: what most steps need.
    fn usual_start(&mut self) {
        let rich = (0..MERCHANTS).flat_map(|merchant| {
            [
                Step::Deposit(merchant, 2_000_000_000),
                Step::Reserve(0, merchant, merchant, 1_000_000_000, false),
            ]
        });
        let owned = 0..MERCHANTS - 1;
        let named = owned
            .clone()
            .map(|merchant| Step::SetOwner(APPOINTER, merchant, 0));
        let applied = owned.map(|merchant| Step::ApplyOwner(0, merchant));
        for step in rich.chain(named).chain([Step::Wait(DAY)]).chain(applied) {
            let outcome = self.apply(&step);
            outcome.unwrap_or_else(|cause| panic!("{step:?}: {cause}"));
        }
    }

    /// The contract's answer.
    fn run(&self, step: &Step) -> Outcome<Answer> {
        let world = &self.world;
        match step.clone() {
            Step::Deposit(merchant, amount) => {
                let from = Address::generate(&world.env);
                world.asset.mint(&from, amount);
                let outcome = world.deposit_from(&from, number(merchant), amount);
                done(outcome)
            }
            Step::Grant(merchant, amount, reference) => {
                world.asset.mint(world.holder(TREASURER), amount);
                let made = world.treasury_grant(number(merchant), amount, reference);
                made.map(Answer::Granted)
            }
            Step::SetOwner(operator, merchant, owner) => {
                let appointer = world.holder(roles::APPOINTER);
                let operator = self.owners.get(operator).unwrap_or(appointer);
                done(world.set_owner(operator, number(merchant), &self.owners[owner]))
            }
            Step::ApplyOwner(owner, merchant) => {
                done(world.apply_owner(&self.owners[owner], number(merchant)))
            }
            Step::CancelOwner(merchant) => {
                let guardian = world.holder(roles::PAUSER);
                let args = (guardian, number(merchant));
                done(world.call(guardian, &world.pool, "cancel_owner", args))
            }
            Step::Withdraw(owner, merchant, to, amount) => {
                let (owner, to) = (&self.owners[owner], &self.recipients[to]);
                done(world.withdraw(owner, number(merchant), to, amount))
            }
            Step::Reserve(caller, merchant, id, amount, counted) => {
                let caller = &self.callers[caller];
                let function = if counted {
                    "reserve_counted"
                } else {
                    "reserve"
                };
                let args = (caller, number(merchant), id as u64, amount);
                done(world.call(caller, &world.pool, function, args))
            }
            Step::RaiseReserve(caller, id, amount) => {
                done(world.raise_reserve(&self.callers[caller], id as u64, amount))
            }
            Step::Release(caller, id) => {
                let rest = world.release(&self.callers[caller], id as u64);
                rest.map(Answer::Released)
            }
            Step::Pay(caller, id, rows) => {
                let (to, amounts): (Vec<_>, Vec<_>) = rows
                    .iter()
                    .map(|(to, amount)| (self.recipients[*to].clone(), *amount))
                    .unzip();
                let codes = world.pay_reserve(&self.callers[caller], id as u64, &to, &amounts);
                codes.map(Answer::Codes)
            }
            Step::SetLimit(merchant, limit) => done(world.set_limit(merchant.map(number), limit)),
            Step::ApplyLimit(merchant) => done(world.apply_limit(merchant.map(number))),
            Step::RestoreLimit(merchant) => done(world.restore_limit(merchant.map(number))),
            Step::Stop(stop) => {
                match stop {
                    Stop::Pool => world.pause(&world.pool),
                    Stop::System => world.pause(&world.state),
                    Stop::Nothing => {
                        world.unpause(&world.pool);
                        world.unpause(&world.state);
                    }
                }
                Ok(Answer::Done)
            }
            Step::Freeze(what, frozen) => {
                let account = what.map_or(&world.pool, |recipient| &self.recipients[recipient]);
                world.asset.set_authorized(account, !frozen);
                Ok(Answer::Done)
            }
            Step::ClawBack(amount) => {
                let amount = amount.min(self.held());
                if amount > 0 {
                    world.asset.claw_back(&world.pool, amount);
                }
                Ok(Answer::Done)
            }
            Step::Wait(seconds) => {
                world.advance(seconds);
                Ok(Answer::Done)
            }
        }
    }

    fn now(&self) -> u64 {
        self.world.env.ledger().timestamp()
    }

    fn held(&self) -> i128 {
        self.world.asset.balance(&self.world.pool)
    }

    /// Notes `left` stroops that the asset contract moved out of the pool: the windows are those of real money.
    fn money_left(&mut self, step: &Step, left: i128) -> Result<(), String> {
        let from = match step {
            Step::Withdraw(_, merchant, ..) => Some((*merchant, false)),
            Step::Pay(caller, id, _) => {
                let reserve = self.books.reserves.get(&(*caller, *id));
                reserve.map(|reserve| (reserve.merchant, reserve.counted))
            }
            _ => None,
        };
        let Some((merchant, counted)) = from else {
            return Err(format!("{left} left the pool by {step:?}"));
        };
        holds!(!self.books.stopped(), "a stopped pool pays nothing");
        self.books.outflows.push(Outflow {
            at: self.now(),
            merchant,
            amount: left,
            counted,
        });
        let (sum, bound) = (
            self.books.last_day(None, self.now()),
            self.books.global_bound(merchant),
        );
        holds!(
            sum <= bound,
            "{sum} left within a day, {merchant} may fill {bound}"
        );
        self.no_window_exceeds_its_limit(None)?;
        if counted {
            // The merchant's limit may have been cut below what it counted before.
            return Ok(());
        }
        self.no_window_exceeds_its_limit(Some(merchant))
    }

    /// The merchant against whose limit a step counts before anything is paid.
    fn counts_at_once(&self, step: &Step) -> Option<usize> {
        match step {
            Step::Reserve(_, merchant, .., true) => Some(*merchant),
            Step::RaiseReserve(caller, id, _) => {
                let reserve = self.books.reserves.get(&(*caller, *id))?;
                reserve.counted.then_some(reserve.merchant)
            }
            _ => None,
        }
    }

    /// No rolling 86,400 s pass more than the limit in force at their end. A window that is fullest ends when something
    /// is counted against this limit, so it is enough to look then.
    fn no_window_exceeds_its_limit(&self, of: Option<usize>) -> Result<(), String> {
        let (sum, limit) = (self.books.last_day(of, self.now()), self.books.limit(of));
        holds!(
            sum <= limit,
            "{sum} left within a day, limit {limit} of {of:?}"
        );
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        self.money_is_in_its_place()?;
        self.balance_is_what_came_in_less_what_went_out()?;
        for of in [None].into_iter().chain((0..MERCHANTS).map(Some)) {
            self.limit_is_as_modelled(of)?;
        }
        for merchant in 0..MERCHANTS {
            self.owner_is_as_modelled(merchant)?;
        }
        Ok(())
    }

    fn owner_is_as_modelled(&self, merchant: usize) -> Result<(), String> {
        let (pool, books) = (self.world.pool(), &self.books);
        let owner = books.owners[merchant].map(|owner| self.owners[owner].clone());
        same!(pool.owner(&number(merchant)), owner, "owner of {merchant}");
        let waiting = books.waiting[merchant].map(|(to, eta)| (self.owners[to].clone(), eta));
        let pending = pool.pending_owner(&number(merchant));
        let pending = pending.map(|pending| (pending.to, pending.eta));
        same!(pending, waiting, "who was named as owner of {merchant}");
        Ok(())
    }

    fn money_is_in_its_place(&self) -> Result<(), String> {
        let pool = self.world.pool();
        for merchant in 0..MERCHANTS {
            let free = pool.balance(&number(merchant));
            same!(free, self.books.free[merchant], "free of {merchant}");
        }
        for ((caller, id), reserve) in &self.books.reserves {
            let left = pool.reserved(&self.callers[*caller], &(*id as u64));
            same!(left, reserve.left, "reserve {id} of caller {caller}");
        }
        for (recipient, received) in self.books.received.iter().enumerate() {
            if *received > 0 {
                let balance = self.world.asset.balance(&self.recipients[recipient]);
                same!(balance, *received, "balance of recipient {recipient}");
            }
        }
        Ok(())
    }

    fn balance_is_what_came_in_less_what_went_out(&self) -> Result<(), String> {
        let books = &self.books;
        let held = self.held();
        same!(self.world.pool().total_held(), held);
        let left: i128 = books.outflows.iter().map(|flow| flow.amount).sum();
        same!(
            books.received.iter().sum::<i128>(),
            left,
            "what left arrived"
        );
        same!(held, books.came_in - left - books.clawed_back);
        // Free and reserved are covered, but for what the issuer clawed back.
        holds!(books.owed() <= held + books.clawed_back);
        Ok(())
    }

    fn limit_is_as_modelled(&self, of: Option<usize>) -> Result<(), String> {
        let (pool, books, now) = (self.world.pool(), &self.books, self.now());
        let merchant = of.map(number);
        let status = pool.limit(&merchant);
        let (limit, used) = (books.limit(of), books.used(of, now));
        same!(
            (status.limit, status.used),
            (limit, used),
            "limit of {of:?}"
        );
        let own = books.own_room(of, now);
        let remaining = of.map_or(own, |of| own.min(books.global_room(of, now)));
        same!(status.remaining, remaining, "what {of:?} may pay");
        let pending = pool.pending_limit(&merchant);
        let pending = pending.map(|raise| (raise.limit, raise.eta));
        same!(pending, books.pending.get(&of).copied(), "raise of {of:?}");
        if let Some(of) = of {
            let amount = if now % 2 == 0 { 1 } else { limit.max(1) };
            let room = pool.room_at(&number(of), &amount);
            same!(room, books.room_at(of, amount, now), "room for {amount}");
        }
        Ok(())
    }
}

fn number(merchant: usize) -> u64 {
    merchant as u64
}

fn done(outcome: Outcome<()>) -> Outcome<Answer> {
    outcome.map(|()| Answer::Done)
}
