//! An escrow contract beside the deployed system, with calls signed for exactly one invocation.

use merit_escrow::{
    Escrow, EscrowContract, EscrowContractClient, EscrowError, Part, Status, Terms,
};
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    vec as list, Address, BytesN, Env, IntoVal, MuxedAddress, TryFromVal, Val, Vec,
};

use crate::{ids::Ids, subject::subject, Actors, Failure, Outcome, World, DAY, START};

pub const FUNDS: i128 = 1_000_000_000;
/// Basis points.
pub const FEE: u32 = 200;
/// Seconds after [`START`].
pub const DEADLINE: u64 = 1_000;
/// A deadline after the arbiter's time, seconds after [`START`].
pub const LONG: u64 = 30 * DAY;
pub const WINDOW: u64 = DAY;
/// Basis points.
pub const UNDECIDED: u32 = 4_000;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    pub depositor: Address,
    pub beneficiary: Address,
    pub arbiter: Address,
    pub ids: Ids,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::over(World::new())
    }

    pub fn over(world: World) -> Self {
        let args = (
            &world.admin,
            &world.state,
            &world.asset.sac,
            &world.asset.issuer,
            FEE,
        );
        let actors = world.actors(&["depositor", "beneficiary", "arbiter"]);
        let setup = Setup {
            contract: world.register(EscrowContract, "escrow", args),
            depositor: actors["depositor"].clone(),
            beneficiary: actors["beneficiary"].clone(),
            arbiter: actors["arbiter"].clone(),
            ids: Ids::new(&world),
            actors,
            world,
        };
        setup.world.asset.mint(&setup.depositor, FUNDS);
        setup
    }

    pub fn env(&self) -> &Env {
        &self.world.env
    }

    /// A contract wallet: it can sign in tests and needs no trustline.
    pub fn person(&self) -> Address {
        Address::generate(self.env())
    }

    pub fn client(&self) -> EscrowContractClient<'static> {
        EscrowContractClient::new(self.env(), &self.contract)
    }

    pub fn hash(&self, byte: u8) -> BytesN<32> {
        BytesN::from_array(self.env(), &[byte; 32])
    }

    /// Milestones of these amounts, all due after [`DEADLINE`].
    pub fn terms(&self, amounts: &[i128]) -> Terms {
        let mut parts = list![self.env()];
        for amount in amounts {
            parts.push_back(Part {
                amount: *amount,
                deadline: START + DEADLINE,
            });
        }
        Terms {
            reference: self.ids.reference(),
            beneficiary: self.beneficiary.clone(),
            arbiter: self.arbiter.clone(),
            parts,
            agreement: self.hash(1),
            dispute_window: WINDOW,
            undecided_share: UNDECIDED,
            max_fee: FEE,
        }
    }

    /// Creates an escrow that nobody has accepted yet.
    pub fn create(&self, terms: &Terms) -> Outcome<BytesN<32>> {
        let amounts = terms.parts.iter().map(|part| part.amount);
        let sum = amounts.fold(0, i128::saturating_add);
        let transfer = MockAuthInvoke {
            contract: &self.world.asset.sac,
            fn_name: "transfer",
            args: (&self.depositor, &self.contract, sum).into_val(self.env()),
            sub_invokes: &[],
        };
        let args = (&self.depositor, terms);
        let id: Val =
            self.world
                .call_with(&self.depositor, &self.contract, "create", args, &[transfer])?;
        Ok(match self.ids.is_numbered() {
            true => self.ids.numbered(id),
            false => BytesN::try_from_val(self.env(), &id).unwrap(),
        })
    }

    /// Accepted by beneficiary and arbiter, which releases before 0.3.0 didn't ask for.
    pub fn bound(&self, terms: &Terms) -> BytesN<32> {
        let id = self.create(terms).unwrap();
        if !self.ids.is_numbered() {
            assert_eq!(self.accept(&terms.beneficiary, &id), Ok(false));
            assert_eq!(self.accept(&terms.arbiter, &id), Ok(true));
        }
        id
    }

    /// Two milestones: 10,000 and 5,001 stroops.
    pub fn usual(&self) -> BytesN<32> {
        self.bound(&self.terms(&[10_000, 5_001]))
    }

    pub fn call<T>(
        &self,
        signer: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.world.call(signer, &self.contract, function, args)
    }

    /// Both parties sign.
    pub fn call_by_both<T>(&self, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let both = [&self.depositor, &self.beneficiary];
        self.world
            .call_signed(&both, &self.contract, function, args, &[])
    }

    pub fn accept(&self, party: &Address, id: &BytesN<32>) -> Outcome<bool> {
        self.call(party, "accept", (party, id))
    }

    pub fn release(&self, id: &BytesN<32>, index: u32) -> Outcome<()> {
        let depositor = &self.depositor;
        match self.ids.is_numbered() {
            true => self.call(depositor, "release", (depositor, self.ids.arg(id), index)),
            false => self.call(depositor, "release", (id, index)),
        }
    }

    pub fn dispute(&self, party: &Address, id: &BytesN<32>, index: u32) -> Outcome<u64> {
        let args = (party, self.ids.arg(id), index, self.hash(9));
        self.call(party, "dispute", args)
    }

    pub fn submit(&self, party: &Address, id: &BytesN<32>, index: u32) -> Outcome<()> {
        self.call(party, "submit_evidence", (party, id, index, self.hash(8)))
    }

    pub fn resolve(&self, id: &BytesN<32>, index: u32, share: u32) -> Outcome<()> {
        self.call(&self.arbiter, "resolve", (id, index, share))
    }

    pub fn split(&self, id: &BytesN<32>, index: u32, share: u32) -> Outcome<()> {
        self.call_by_both("split", (id, index, share))
    }

    pub fn extend(&self, id: &BytesN<32>, index: u32, deadline: u64) -> Outcome<()> {
        self.call_by_both("extend", (id, index, deadline))
    }

    /// Called by an uninvolved party: nobody signs.
    pub fn expire(&self, id: &BytesN<32>, index: u32) -> Outcome<()> {
        self.world
            .call_unsigned(&self.contract, "expire", (id, index))
    }

    pub fn withdraw(&self, account: &Address) -> Outcome<i128> {
        self.world
            .call_unsigned(&self.contract, "withdraw", (account,))
    }

    pub fn cancel(&self, id: &BytesN<32>) -> Outcome<()> {
        self.call_by_both("cancel", (id,))
    }

    /// A platform role's call, with the operator as first argument.
    pub fn operate(&self, role: &str, function: &str) -> Outcome<()> {
        let operator = self.world.holder(role);
        self.call(operator, function, (operator,))
    }

    pub fn set_fee(&self, fee: u32) -> Outcome<()> {
        let limiter = self.world.holder(merit_common::roles::LIMITER);
        self.call(limiter, "set_fee", (limiter, fee))
    }

    pub fn collect(&self, to: impl Into<MuxedAddress>, amount: i128) -> Outcome<()> {
        let treasurer = self.world.holder(merit_common::roles::TREASURER);
        let to = to.into();
        self.call(treasurer, "collect_fees", (treasurer, to, amount))
    }

    pub fn get(&self, id: &BytesN<32>) -> Escrow {
        self.world
            .call_unsigned(&self.contract, "get", (self.ids.arg(id),))
            .unwrap()
    }

    pub fn status(&self, id: &BytesN<32>, index: u32) -> Status {
        self.get(id).milestones.get(index).unwrap().status
    }

    pub fn balance(&self, of: &Address) -> i128 {
        self.world.asset.balance(of)
    }

    pub fn now(&self) -> u64 {
        self.env().ledger().timestamp()
    }
}

pub fn error<T>(code: EscrowError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
