//! Calls signed by one address for one invocation.

use soroban_sdk::{
    testutils::{MockAuth, MockAuthInvoke},
    xdr::ScErrorType,
    Address, Env, Error, IntoVal, Symbol, TryFromVal, Val, Vec,
};

use crate::World;

/// Reason of a failed call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Failure {
    /// A contract's own error.
    Contract(u32),
    /// The host refused: missing signature, trap, limit.
    Host,
}

pub type Outcome<T> = Result<T, Failure>;

impl World {
    /// Calls `function` with a signature of `signer` for exactly this call.
    pub fn call<T>(
        &self,
        signer: &Address,
        contract: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.call_with(signer, contract, function, args, &[])
    }

    /// Like [`World::call`], with the invocations below it that the signature covers as well.
    pub fn call_with<T>(
        &self,
        signer: &Address,
        contract: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
        sub_invokes: &[MockAuthInvoke],
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.call_signed(&[signer], contract, function, args, sub_invokes)
    }

    /// Like [`World::call_with`], with the signatures of all `signers`.
    pub fn call_signed<T>(
        &self,
        signers: &[&Address],
        contract: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
        sub_invokes: &[MockAuthInvoke],
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let args: Vec<Val> = args.into_val(&self.env);
        let signed = MockAuthInvoke {
            contract,
            fn_name: function,
            args: args.clone(),
            sub_invokes,
        };
        self.call_while_signed(signers, &signed, args)
    }

    /// Calls `function` with `args` while the signature is for `signed` arguments.
    pub fn call_signed_for<T>(
        &self,
        signer: &Address,
        contract: &Address,
        function: &str,
        signed: impl IntoVal<Env, Vec<Val>>,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let signed = MockAuthInvoke {
            contract,
            fn_name: function,
            args: signed.into_val(&self.env),
            sub_invokes: &[],
        };
        self.call_while_signed(&[signer], &signed, args.into_val(&self.env))
    }

    /// Calls the function that all `signers` have `signed`, with arguments that may be others.
    pub(crate) fn call_while_signed<T>(
        &self,
        signers: &[&Address],
        signed: &MockAuthInvoke,
        args: Vec<Val>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let by = |address| MockAuth {
            address,
            invoke: signed,
        };
        let auths: std::vec::Vec<_> = signers.iter().copied().map(by).collect();
        self.env.mock_auths(&auths);
        let outcome = self.invoke(signed.contract, signed.fn_name, args);
        self.env.set_auths(&[]);
        outcome
    }

    /// Calls `function` without any signature.
    pub fn call_unsigned<T>(
        &self,
        contract: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.env.set_auths(&[]);
        self.invoke(contract, function, args.into_val(&self.env))
    }

    pub(crate) fn invoke<T>(&self, contract: &Address, function: &str, args: Vec<Val>) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let function = Symbol::new(&self.env, function);
        let result = self
            .env
            .try_invoke_contract::<Val, Error>(contract, &function, args);
        match result {
            Ok(value) => {
                let Ok(value) = value.map(|value| T::try_from_val(&self.env, &value)) else {
                    panic!("no value")
                };
                Ok(value.unwrap_or_else(|_| panic!("unexpected type of the returned value")))
            }
            Err(Ok(error)) if error.is_type(ScErrorType::Contract) => {
                Err(Failure::Contract(error.get_code()))
            }
            Err(_) => Err(Failure::Host),
        }
    }
}
