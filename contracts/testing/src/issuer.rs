//! The issuer's account: its flags, its lock, and what it does with its own signature.

use ed25519_dalek::{Signer as _, SigningKey};
use sha2::{Digest as _, Sha256};
use soroban_sdk::{xdr, xdr::WriteXdr as _, Address, IntoVal, Symbol, Val, Vec};

use crate::asset::{key_of, put_account, Asset, ISSUER_FLAGS, UNLOCKED};

/// Master weight 0: the key signs nothing any more.
const LOCKED: [u8; 4] = [0, 1, 1, 1];

pub(crate) fn issuer_key() -> SigningKey {
    SigningKey::from_bytes(&[0xA5; 32])
}

impl Asset {
    pub fn lock_issuer(&self) {
        put_account(&self.env, &key_of(&self.issuer), ISSUER_FLAGS, LOCKED);
    }

    pub fn set_issuer_flags(&self, flags: u32) {
        put_account(&self.env, &key_of(&self.issuer), flags, UNLOCKED);
    }

    /// A transfer out of the issuer, which creates units, with its real signature: nothing is mocked. False: refused.
    pub fn transfer_from_issuer(&self, to: &Address, amount: i128) -> bool {
        let args: Vec<Val> = (&self.issuer, to, amount).into_val(&self.env);
        let transfer = Symbol::new(&self.env, "transfer");
        let invocation = xdr::InvokeContractArgs {
            contract_address: xdr::ScAddress::from(&self.sac),
            function_name: xdr::ScSymbol("transfer".try_into().unwrap()),
            args: args.clone().into(),
        };
        self.env.set_auths(&[self.sign(invocation)]);
        let outcome = self
            .env
            .try_invoke_contract::<Val, soroban_sdk::Error>(&self.sac, &transfer, args);
        self.env.set_auths(&[]);
        outcome.is_ok()
    }

    fn sign(&self, invocation: xdr::InvokeContractArgs) -> xdr::SorobanAuthorizationEntry {
        let root_invocation = xdr::SorobanAuthorizedInvocation {
            function: xdr::SorobanAuthorizedFunction::ContractFn(invocation),
            sub_invocations: xdr::VecM::default(),
        };
        let ledger = self.env.ledger();
        let expires = ledger.sequence() + 10;
        let nonce = i64::from(expires);
        let preimage =
            xdr::HashIdPreimage::SorobanAuthorization(xdr::HashIdPreimageSorobanAuthorization {
                network_id: xdr::Hash(ledger.network_id().to_array()),
                nonce,
                signature_expiration_ledger: expires,
                invocation: root_invocation.clone(),
            });
        let payload = Sha256::digest(preimage.to_xdr(xdr::Limits::none()).unwrap());
        let credentials = xdr::SorobanAddressCredentials {
            address: xdr::ScAddress::from(&self.issuer),
            nonce,
            signature_expiration_ledger: expires,
            signature: signature(&issuer_key(), &payload),
        };
        xdr::SorobanAuthorizationEntry {
            credentials: xdr::SorobanCredentials::Address(credentials),
            root_invocation,
        }
    }
}

/// Signature of a classic account, as the host expects it: a list of {public_key, signature}.
fn signature(key: &SigningKey, payload: &[u8]) -> xdr::ScVal {
    let entry = |name: &str, bytes: &[u8]| xdr::ScMapEntry {
        key: xdr::ScVal::Symbol(xdr::ScSymbol(name.try_into().unwrap())),
        val: xdr::ScVal::Bytes(xdr::ScBytes(bytes.try_into().unwrap())),
    };
    let signed = key.sign(payload).to_bytes();
    let fields = vec![
        entry("public_key", key.verifying_key().as_bytes()),
        entry("signature", &signed),
    ];
    let signer = xdr::ScVal::Map(Some(xdr::ScMap(fields.try_into().unwrap())));
    xdr::ScVal::Vec(Some(xdr::ScVec(vec![signer].try_into().unwrap())))
}
