//! Calls authorised by the operation's source account, as payouts are sent: nothing to sign, no nonce entry.

use merit_distribution::Payment;
use soroban_sdk::{xdr, Address, Env, IntoVal, TryFromVal, Val, Vec};

use crate::{asset::key_of, call::Outcome, World};

impl World {
    /// Calls `function` with `source`, an account, as the operation's source.
    pub fn call_as_source<T>(
        &self,
        source: &Address,
        contract: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let args: Vec<Val> = args.into_val(&self.env);
        self.env.host().set_source_account(key_of(source)).unwrap();
        self.env.set_auths(&[xdr::SorobanAuthorizationEntry {
            credentials: xdr::SorobanCredentials::SourceAccount,
            root_invocation: xdr::SorobanAuthorizedInvocation {
                function: xdr::SorobanAuthorizedFunction::ContractFn(xdr::InvokeContractArgs {
                    contract_address: contract.into(),
                    function_name: function.try_into().unwrap(),
                    args: args.clone().into(),
                }),
                sub_invocations: xdr::VecM::default(),
            },
        }]);
        let outcome = self.invoke(contract, function, args);
        self.env.set_auths(&[]);
        outcome
    }

    /// Pays a batch with the distributor's account as source.
    pub fn pay_as_source(
        &self,
        distributor: &Address,
        campaign: u64,
        payments: &Vec<Payment>,
    ) -> Outcome<Val> {
        let args = (distributor, campaign, payments);
        self.call_as_source(distributor, &self.distribution, "pay", args)
    }
}
