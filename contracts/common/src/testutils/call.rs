//! One invocation, one signature.

use soroban_sdk::{
    testutils::{MockAuth, MockAuthInvoke},
    xdr::ScErrorType,
    Address, Env, Error, IntoVal, Symbol, TryFromVal, Val, Vec,
};

/// Why a call failed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Failure {
    /// A contract's own error.
    Contract(u32),
    /// A signature is missing.
    Auth,
    /// Anything else: trap, missing entry, limit.
    Host,
}

pub type Outcome<T> = Result<T, Failure>;

/// Calls `function` with a signature of `signer` for exactly this call.
pub fn call<T>(
    env: &Env,
    signer: &Address,
    contract: &Address,
    function: &str,
    args: impl IntoVal<Env, Vec<Val>>,
) -> Outcome<T>
where
    T: TryFromVal<Env, Val>,
{
    let args: Vec<Val> = args.into_val(env);
    let invoke = MockAuthInvoke {
        contract,
        fn_name: function,
        args: args.clone(),
        sub_invokes: &[],
    };
    env.mock_auths(&[MockAuth {
        address: signer,
        invoke: &invoke,
    }]);
    let outcome = run(env, contract, function, args);
    env.set_auths(&[]);
    outcome
}

/// Calls `function` without any signature.
pub fn call_unsigned<T>(
    env: &Env,
    contract: &Address,
    function: &str,
    args: impl IntoVal<Env, Vec<Val>>,
) -> Outcome<T>
where
    T: TryFromVal<Env, Val>,
{
    env.set_auths(&[]);
    run(env, contract, function, args.into_val(env))
}

fn run<T>(env: &Env, contract: &Address, function: &str, args: Vec<Val>) -> Outcome<T>
where
    T: TryFromVal<Env, Val>,
{
    let function = Symbol::new(env, function);
    match env.try_invoke_contract::<T, Error>(contract, &function, args) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(_)) => panic!("unexpected type of the returned value"),
        Err(Ok(error)) if error.is_type(ScErrorType::Contract) => {
            Err(Failure::Contract(error.get_code()))
        }
        Err(Ok(error)) if error.is_type(ScErrorType::Auth) => Err(Failure::Auth),
        Err(_) => Err(Failure::Host),
    }
}
