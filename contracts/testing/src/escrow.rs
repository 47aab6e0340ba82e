//! An escrow contract beside the deployed system, with calls signed for exactly one invocation.

use merit_escrow::{
    EscrowContract, EscrowContractClient, EscrowError, Part, Status, Terms, MIN_WINDOW,
};
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    vec as list, Address, BytesN, Env, IntoVal, MuxedAddress, TryFromVal, Val, Vec,
};

use crate::{Actors, Failure, Outcome, Subject, World, START};

pub const FUNDS: i128 = 1_000_000_000;
/// Basis points.
pub const FEE: u32 = 200;
/// Seconds after [`START`].
pub const DEADLINE: u64 = 1_000;
pub const WINDOW: u64 = MIN_WINDOW;
/// Basis points.
pub const UNDECIDED: u32 = 4_000;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    pub depositor: Address,
    pub beneficiary: Address,
    pub arbiter: Address,
    actors: Actors,
}

impl Subject for Setup {
    fn world(&self) -> &World {
        &self.world
    }
    fn contract(&self) -> &Address {
        &self.contract
    }
    fn actors(&self) -> &Actors {
        &self.actors
    }
}

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
            beneficiary: self.beneficiary.clone(),
            arbiter: self.arbiter.clone(),
            parts,
            agreement: self.hash(1),
            dispute_window: WINDOW,
            undecided_share: UNDECIDED,
            max_fee: FEE,
        }
    }

    pub fn create(&self, terms: &Terms) -> Outcome<u64> {
        let amounts = terms.parts.iter().map(|part| part.amount);
        let sum = amounts.fold(0, i128::saturating_add);
        let transfer = MockAuthInvoke {
            contract: &self.world.asset.sac,
            fn_name: "transfer",
            args: (&self.depositor, &self.contract, sum).into_val(self.env()),
            sub_invokes: &[],
        };
        let args = (&self.depositor, terms);
        self.world
            .call_with(&self.depositor, &self.contract, "create", args, &[transfer])
    }

    /// Two milestones: 10,000 and 5,001 stroops.
    pub fn usual(&self) -> u64 {
        self.create(&self.terms(&[10_000, 5_001])).unwrap()
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

    pub fn release(&self, id: u64, index: u32) -> Outcome<()> {
        self.call(&self.depositor, "release", (&self.depositor, id, index))
    }

    pub fn dispute(&self, party: &Address, id: u64, index: u32) -> Outcome<u64> {
        self.call(party, "dispute", (party, id, index, self.hash(9)))
    }

    pub fn submit(&self, party: &Address, id: u64, index: u32) -> Outcome<()> {
        self.call(party, "submit_evidence", (party, id, index, self.hash(8)))
    }

    pub fn resolve(&self, id: u64, index: u32, share: u32) -> Outcome<()> {
        let arbiter = &self.arbiter;
        self.call(arbiter, "resolve", (arbiter, id, index, share))
    }

    /// Called by an uninvolved party: nobody signs.
    pub fn expire(&self, id: u64, index: u32) -> Outcome<()> {
        self.world
            .call_unsigned(&self.contract, "expire", (id, index))
    }

    pub fn withdraw(&self, account: &Address) -> Outcome<i128> {
        self.world
            .call_unsigned(&self.contract, "withdraw", (account,))
    }

    pub fn cancel(&self, id: u64) -> Outcome<()> {
        let parties = [&self.depositor, &self.beneficiary];
        self.cancel_signed_by(&parties, id)
    }

    pub fn cancel_signed_by(&self, signers: &[&Address], id: u64) -> Outcome<()> {
        let args = (&self.depositor, &self.beneficiary, id);
        self.world
            .call_signed(signers, &self.contract, "cancel", args, &[])
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

    pub fn status(&self, id: u64, index: u32) -> Status {
        self.client().milestone(&id, &index).status
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
