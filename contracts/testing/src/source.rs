//! Calls authorised by the operation's source account, as payouts are sent: nothing to sign, no nonce entry.

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
        self.call_as_source_for(source, contract, function, args.clone(), args)
    }

    /// Like [`World::call_as_source`], if the contract requires authorisation of other arguments than its own.
    pub fn call_as_source_for<T>(
        &self,
        source: &Address,
        contract: &Address,
        function: &str,
        signed: Vec<Val>,
        args: Vec<Val>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.env.host().set_source_account(key_of(source)).unwrap();
        self.env.set_auths(&[xdr::SorobanAuthorizationEntry {
            credentials: xdr::SorobanCredentials::SourceAccount,
            root_invocation: xdr::SorobanAuthorizedInvocation {
                function: xdr::SorobanAuthorizedFunction::ContractFn(xdr::InvokeContractArgs {
                    contract_address: contract.into(),
                    function_name: function.try_into().unwrap(),
                    args: signed.into(),
                }),
                sub_invocations: xdr::VecM::default(),
            },
        }]);
        let outcome = self.invoke(contract, function, args);
        self.env.set_auths(&[]);
        outcome
    }
}
