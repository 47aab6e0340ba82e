//! One invocation, one signature.

use soroban_sdk::{
    testutils::{MockAuth, MockAuthInvoke},
    xdr::{HostFunction, InvokeContractArgs, ScAddress, ScErrorType, ScSymbol, ScVal},
    Address, Env, FromVal, IntoVal, TryFromVal, Val, Vec,
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

/// Invokes as a transaction does: `Env::try_invoke_contract` would hide a missing signature behind a general error.
fn run<T>(env: &Env, contract: &Address, function: &str, args: Vec<Val>) -> Outcome<T>
where
    T: TryFromVal<Env, Val>,
{
    let args: std::vec::Vec<_> = args.iter().map(|arg| ScVal::from_val(env, &arg)).collect();
    let invocation = HostFunction::InvokeContract(InvokeContractArgs {
        contract_address: ScAddress::from(contract),
        function_name: ScSymbol(function.try_into().unwrap()),
        args: args.try_into().unwrap(),
    });
    let error = match env.host().invoke_function(invocation) {
        Ok(value) => {
            let value = Val::try_from_val(env, &value).unwrap();
            return Ok(T::try_from_val(env, &value).unwrap_or_else(|_| panic!("unexpected type")));
        }
        Err(failure) => failure.error,
    };
    if error.is_type(ScErrorType::Contract) {
        return Err(Failure::Contract(error.get_code()));
    }
    let unsigned = error.is_type(ScErrorType::Auth);
    Err(if unsigned {
        Failure::Auth
    } else {
        Failure::Host
    })
}
