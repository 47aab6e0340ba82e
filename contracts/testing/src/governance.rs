//! Governance with three stakers: 600, 300 and 100 stroops.

use merit_common::roles;
use merit_governance::{
    Action, Class, ClassEntry, Governance, GovernanceClient, GovernanceError, Proposal,
    ProposalState, Rules, Settings, FOR,
};
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    xdr::ToXdr,
    Address, Bytes, BytesN, Env, IntoVal, String, Symbol, TryFromVal, Val, Vec,
};

use crate::{subject::subject, Actors, Failure, Outcome, World, DAY, START};

/// Seconds.
pub const WARM_UP: u64 = 11 * DAY;
/// Ledgers.
pub const VOTING_DELAY: u32 = 17_280;
/// Ledgers.
pub const PERIOD: u32 = 17_280;
/// Ledgers.
pub const EXTENSION: u32 = 4_320;
/// Ledgers in which a proposal that was accepted can be queued.
pub const QUEUE_WINDOW: u32 = 241_920;
pub const DELAY: u64 = DAY;
pub const GRACE: u64 = 2 * DAY;
pub const COOLDOWN: u64 = 22 * DAY;
pub const STAKES: [i128; 3] = [600, 300, 100];

/// Description of the first staker's proposals.
const WHY: &str = "why";
const STAKERS: [&str; 3] = ["first", "second", "third"];

pub struct Gov {
    pub world: World,
    pub contract: Address,
    pub guardian: Address,
    pub stakers: [Address; 3],
    actors: Actors,
}

subject!(Gov);

pub fn error<T>(error: GovernanceError) -> Outcome<T> {
    Err(Failure::Contract(error as u32))
}

pub fn settings() -> Settings {
    let rules = |quorum_bps, threshold_bps| Rules {
        quorum_bps,
        threshold_bps,
    };
    Settings {
        proposal_threshold: 100,
        quorum_floor: 100,
        warm_up: WARM_UP,
        voting_delay: VOTING_DELAY,
        voting_period: PERIOD,
        late_extension: EXTENSION,
        delay: DELAY,
        grace: GRACE,
        cooldown: COOLDOWN,
        veto_until: START + 300 * DAY,
        parameter: rules(1_000, 5_000),
        treasury: rules(3_000, 6_000),
        upgrade: rules(4_000, 6_700),
    }
}

impl Gov {
    /// Everybody has votes, since a ledger ago.
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::voting(World::new())
    }

    /// Like [`Gov::new`], in a world that exists.
    pub fn voting(world: World) -> Self {
        let gov = Self::over(world);
        for (staker, amount) in gov.stakers.iter().zip(STAKES) {
            gov.stake(staker, amount).unwrap();
        }
        gov.world.advance(WARM_UP);
        for staker in &gov.stakers {
            gov.activate(staker).unwrap();
        }
        gov.world.advance(5);
        gov
    }

    /// Everybody has 1,000 stroops, nobody has staked.
    pub fn unstaked() -> Self {
        Self::over(World::new())
    }

    /// Like [`Gov::unstaked`], in a world that exists.
    pub fn over(world: World) -> Self {
        let env = &world.env;
        let entry = |target: &Address, function, class| ClassEntry {
            target: target.clone(),
            function: Symbol::new(env, function),
            class,
        };
        let table = Vec::from_array(
            env,
            [
                entry(&world.pool, "set_limit", Class::Parameter),
                entry(&world.token, "set_quota", Class::Parameter),
                entry(&world.pool, "set_owner", Class::Treasury),
            ],
        );
        let args = (
            &world.admin,
            &world.state,
            &world.asset.sac,
            settings(),
            table,
        );
        let contract = world.register(Governance, "governance", args);
        for role in [roles::LIMITER, roles::REGISTRAR, roles::UNPAUSER] {
            world.grant_role(role, &contract);
        }
        let actors = world.actors(&STAKERS);
        let stakers = STAKERS.map(|staker| actors[staker].clone());
        for staker in &stakers {
            world.asset.mint(staker, 1_000);
        }
        Gov {
            guardian: actors[roles::VETOER].clone(),
            world,
            contract,
            stakers,
            actors,
        }
    }

    pub fn env(&self) -> &Env {
        &self.world.env
    }

    pub fn client(&self) -> GovernanceClient<'static> {
        GovernanceClient::new(self.env(), &self.contract)
    }

    pub fn now(&self) -> u64 {
        self.env().ledger().timestamp()
    }

    /// Signed by the first argument.
    pub fn call<T>(
        &self,
        caller: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let mut all: Vec<Val> = (caller,).into_val(self.env());
        all.append(&args.into_val(self.env()));
        self.world.call(caller, &self.contract, function, all)
    }

    pub fn stake(&self, staker: &Address, amount: i128) -> Outcome<()> {
        let transfer = MockAuthInvoke {
            contract: &self.world.asset.sac,
            fn_name: "transfer",
            args: (staker, &self.contract, amount).into_val(self.env()),
            sub_invokes: &[],
        };
        let args = (staker, amount);
        self.world
            .call_with(staker, &self.contract, "stake", args, &[transfer])
    }

    pub fn activate(&self, staker: &Address) -> Outcome<i128> {
        self.call(staker, "activate", ())
    }

    /// A new wallet that has staked this much, of which it can activate all.
    pub fn warm(&self, stake: i128) -> Address {
        let wallet = Address::generate(self.env());
        self.world.asset.mint(&wallet, stake);
        self.stake(&wallet, stake).unwrap();
        self.world.advance(WARM_UP);
        wallet
    }

    pub fn unstake(&self, staker: &Address, amount: i128) -> Outcome<u64> {
        self.call(staker, "unstake", (amount,))
    }

    pub fn withdraw(&self, staker: &Address) -> Outcome<i128> {
        self.call(staker, "withdraw", ())
    }

    pub fn action(
        &self,
        target: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Action {
        Action {
            target: target.clone(),
            function: Symbol::new(self.env(), function),
            args: args.into_val(self.env()),
        }
    }

    /// An action on governance itself.
    pub fn own(&self, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> Action {
        self.action(&self.contract, function, args)
    }

    /// A call of class `Parameter` that leaves a trace: the quota of the minter with this name.
    pub fn set_quota(&self, minter: &str, daily: i128) -> Action {
        let args = (&self.contract, self.minter(minter), daily);
        self.action(&self.world.token, "set_quota", args)
    }

    /// Stroops per day; 0 until it is set.
    pub fn quota(&self, minter: &str) -> i128 {
        self.world.token().quota(&self.minter(minter)).daily
    }

    fn minter(&self, name: &str) -> Address {
        let salt = self
            .env()
            .crypto()
            .sha256(&Bytes::from_slice(self.env(), name.as_bytes()));
        self.env()
            .deployer()
            .with_address(self.contract.clone(), salt)
            .deployed_address()
    }

    pub fn propose_described(
        &self,
        proposer: &Address,
        actions: &[Action],
        description: &str,
    ) -> Outcome<BytesN<32>> {
        let actions = Vec::from_slice(self.env(), actions);
        let description = String::from_str(self.env(), description);
        self.call(proposer, "propose", (actions, description))
    }

    /// Id of a proposal by the first staker.
    pub fn id(&self, actions: &[Action]) -> BytesN<32> {
        let env = self.env();
        let mut content = self.stakers[0].clone().to_xdr(env);
        content.append(&Vec::from_slice(env, actions).to_xdr(env));
        content.append(&Bytes::from_slice(env, WHY.as_bytes()));
        env.crypto().sha256(&content).to_bytes()
    }

    /// Proposes by the first staker.
    pub fn propose(&self, actions: &[Action]) -> Outcome<BytesN<32>> {
        self.propose_described(&self.stakers[0], actions, WHY)
    }

    /// Quorum in stroops and majority in basis points that a new proposal of these actions needs.
    pub fn terms(&self, actions: &[Action]) -> (i128, u32) {
        let proposal = self.proposal(&self.propose(actions).unwrap());
        (proposal.quorum, proposal.threshold_bps)
    }

    /// A proposal by the first staker, whose vote has just begun.
    pub fn open(&self, actions: &[Action]) -> BytesN<32> {
        let id = self.propose(actions).unwrap();
        self.begin_vote();
        id
    }

    pub fn begin_vote(&self) {
        self.world.advance_ledgers(VOTING_DELAY + 1);
    }

    pub fn vote(&self, staker: usize, id: &BytesN<32>, support: u32) -> Outcome<i128> {
        self.call(&self.stakers[staker], "vote", (id, support))
    }

    pub fn delegate(&self, account: &Address, delegatee: &Address) -> Outcome<()> {
        self.call(account, "delegate", (delegatee,))
    }

    pub fn vote_for(
        &self,
        delegate: &Address,
        id: &BytesN<32>,
        support: u32,
        delegators: &[Address],
    ) -> Outcome<i128> {
        let delegators = Vec::from_slice(self.env(), delegators);
        self.call(delegate, "vote_for", (id, support, delegators))
    }

    /// A proposal with 900 of 1,000 votes for it.
    pub fn favoured(&self, actions: &[Action]) -> BytesN<32> {
        let id = self.open(actions);
        self.vote(0, &id, FOR).unwrap();
        self.vote(1, &id, FOR).unwrap();
        id
    }

    pub fn end_vote(&self) {
        self.world.advance_ledgers(PERIOD + 1);
    }

    pub fn won(&self, actions: &[Action]) -> BytesN<32> {
        let id = self.favoured(actions);
        self.end_vote();
        id
    }

    pub fn queued(&self, actions: &[Action]) -> BytesN<32> {
        let id = self.won(actions);
        self.queue(&id).unwrap();
        id
    }

    /// A proposal that is ready to run.
    pub fn due(&self, actions: &[Action]) -> BytesN<32> {
        let id = self.queued(actions);
        self.world.advance(DELAY);
        id
    }

    /// Takes a proposal all the way to its execution.
    pub fn enact(&self, actions: &[Action]) -> Outcome<()> {
        self.execute(&self.due(actions))
    }

    pub fn queue(&self, id: &BytesN<32>) -> Outcome<u64> {
        self.world.call_unsigned(&self.contract, "queue", (id,))
    }

    /// Executes a proposal without any signature.
    pub fn execute(&self, id: &BytesN<32>) -> Outcome<()> {
        self.world.call_unsigned(&self.contract, "execute", (id,))
    }

    pub fn cancel(&self, proposer: &Address, id: &BytesN<32>) -> Outcome<()> {
        self.call(proposer, "cancel", (id,))
    }

    pub fn veto(&self, id: &BytesN<32>) -> Outcome<()> {
        self.call(&self.guardian, "veto", (id,))
    }

    pub fn proposal(&self, id: &BytesN<32>) -> Proposal {
        self.client().proposal(id).unwrap()
    }

    pub fn state(&self, id: &BytesN<32>) -> ProposalState {
        self.proposal(id).state
    }

    /// `admin` belongs to governance: begun by root, accepted by vote.
    pub fn hand_over(&self) {
        let (root, admin) = (&self.world.root, &self.world.admin);
        self.world
            .call::<()>(root, admin, "begin_transfer", (&self.contract,))
            .unwrap();
        let accept = self.action(admin, "accept_transfer", ());
        self.enact(&[accept]).unwrap();
    }

    /// A vote that takes a role from its holder.
    pub fn revoke_role(&self, role: &str) -> Action {
        let holder = self.world.holder(role);
        let args = (holder, Symbol::new(self.env(), role), &self.contract);
        self.action(&self.world.admin, "revoke_role", args)
    }

    pub fn pause(&self) {
        let pauser = self.world.holder(roles::PAUSER);
        self.call::<()>(pauser, "pause", ()).unwrap();
    }

    /// Stops the whole system.
    pub fn pause_system(&self) {
        let pauser = self.world.holder(roles::PAUSER);
        self.world
            .call::<()>(pauser, &self.world.state, "pause", (pauser,))
            .unwrap();
    }
}
