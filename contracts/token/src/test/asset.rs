//! The reward asset as Merit deploys it: issuer with a known key and the flags revocable and clawback, its SAC.

use std::rc::Rc;

use ed25519_dalek::{Signer as _, SigningKey};
use merit_common::testutils::{Failure, Outcome};
use sha2::{Digest as _, Sha256};
use soroban_sdk::{
    testutils::BytesN as _, token::StellarAssetClient, xdr, xdr::WriteXdr as _, Address, BytesN,
    Env, TryFromVal, TryIntoVal,
};

const FLAGS: u32 =
    xdr::AccountFlags::RevocableFlag as u32 | xdr::AccountFlags::ClawbackEnabledFlag as u32;
const UNLOCKED: [u8; 4] = [1; 4];
const LOCKED: [u8; 4] = [0, 1, 1, 1];

pub struct Asset {
    env: Env,
    key: SigningKey,
    pub sac: Address,
    pub issuer: Address,
}

impl Asset {
    pub fn deploy(env: &Env, admin: &Address) -> Self {
        let key = SigningKey::from_bytes(&[5; 32]);
        let issuer = account_id(key.verifying_key().to_bytes());
        put_account(env, &issuer, FLAGS, UNLOCKED);
        let asset = xdr::Asset::CreditAlphanum12(xdr::AlphaNum12 {
            asset_code: xdr::AssetCode12(*b"MERIT\0\0\0\0\0\0\0"),
            issuer: issuer.clone(),
        });
        let create = xdr::HostFunction::CreateContract(xdr::CreateContractArgs {
            contract_id_preimage: xdr::ContractIdPreimage::Asset(asset),
            executable: xdr::ContractExecutable::StellarAsset,
        });
        let sac = env.host().invoke_function(create).unwrap();
        let asset = Asset {
            env: env.clone(),
            key,
            sac: Address::try_from_val(env, &sac).unwrap(),
            issuer: address(env, issuer),
        };
        asset.set_admin(admin);
        asset
    }

    /// By whoever the admin is.
    pub fn set_admin(&self, new_admin: &Address) {
        self.signed_by_anyone().set_admin(new_admin);
    }

    pub fn transfer(&self, from: &Address, to: &Address, amount: i128) -> bool {
        let transferred = self.signed_by_anyone().try_transfer(from, to, &amount);
        transferred.is_ok()
    }

    /// Signatures on the asset contract are mocked: classic accounts have no other way in tests, and it isn't what is
    /// tested here.
    fn signed_by_anyone(&self) -> StellarAssetClient<'static> {
        self.client().mock_all_auths()
    }

    pub fn client(&self) -> StellarAssetClient<'static> {
        StellarAssetClient::new(&self.env, &self.sac)
    }

    /// A classic account without a trustline.
    pub fn account(&self) -> Address {
        let id = account_id(BytesN::<32>::random(&self.env).to_array());
        put_account(&self.env, &id, 0, UNLOCKED);
        address(&self.env, id)
    }

    /// A classic account with a trustline.
    pub fn trusting_account(&self) -> Address {
        let account = self.account();
        self.signed_by_anyone().trust(&account);
        account
    }

    /// An address whose account doesn't exist.
    pub fn missing_account(&self) -> Address {
        address(
            &self.env,
            account_id(BytesN::<32>::random(&self.env).to_array()),
        )
    }

    /// Master weight 0: the issuer's key signs nothing any more.
    pub fn lock_issuer(&self) {
        let issuer = account_id(self.key.verifying_key().to_bytes());
        put_account(&self.env, &issuer, FLAGS, LOCKED);
    }

    pub fn set_issuer_flags(&self, flags: u32) {
        let issuer = account_id(self.key.verifying_key().to_bytes());
        put_account(&self.env, &issuer, flags, UNLOCKED);
    }

    /// A transfer out of the issuer, which creates units, with its real signature: nothing is mocked.
    pub fn transfer_from_issuer(&self, to: &Address, amount: i128) -> Outcome<()> {
        let args = (&self.issuer, to, amount);
        let invocation = xdr::InvokeContractArgs {
            contract_address: xdr::ScAddress::from(&self.sac),
            function_name: xdr::ScSymbol("transfer".try_into().unwrap()),
            args: std::vec![
                xdr::ScVal::Address(xdr::ScAddress::from(args.0)),
                xdr::ScVal::Address(xdr::ScAddress::from(args.1)),
                amount.into(),
            ]
            .try_into()
            .unwrap(),
        };
        self.env.set_auths(&[self.sign(invocation.clone())]);
        let outcome = self
            .env
            .host()
            .invoke_function(xdr::HostFunction::InvokeContract(invocation));
        self.env.set_auths(&[]);
        outcome.map(|_| ()).map_err(|_| Failure::Auth)
    }

    fn sign(&self, invocation: xdr::InvokeContractArgs) -> xdr::SorobanAuthorizationEntry {
        let root_invocation = xdr::SorobanAuthorizedInvocation {
            function: xdr::SorobanAuthorizedFunction::ContractFn(invocation),
            sub_invocations: Default::default(),
        };
        let expires = self.env.ledger().sequence() + 10;
        let nonce = i64::from(expires);
        let preimage =
            xdr::HashIdPreimage::SorobanAuthorization(xdr::HashIdPreimageSorobanAuthorization {
                network_id: xdr::Hash(self.env.ledger().network_id().to_array()),
                nonce,
                signature_expiration_ledger: expires,
                invocation: root_invocation.clone(),
            });
        let payload = Sha256::digest(preimage.to_xdr(xdr::Limits::none()).unwrap());
        let signature = self.key.sign(&payload);
        xdr::SorobanAuthorizationEntry {
            credentials: xdr::SorobanCredentials::Address(xdr::SorobanAddressCredentials {
                address: xdr::ScAddress::from(&self.issuer),
                nonce,
                signature_expiration_ledger: expires,
                signature: self.signature(&signature.to_bytes()),
            }),
            root_invocation,
        }
    }

    /// What the host expects of a classic account: a list of {public_key, signature}.
    fn signature(&self, signature: &[u8; 64]) -> xdr::ScVal {
        let entry = |key: &str, bytes: &[u8]| xdr::ScMapEntry {
            key: xdr::ScVal::Symbol(xdr::ScSymbol(key.try_into().unwrap())),
            val: xdr::ScVal::Bytes(xdr::ScBytes(bytes.try_into().unwrap())),
        };
        let signer = xdr::ScVal::Map(Some(xdr::ScMap(
            std::vec![
                entry("public_key", self.key.verifying_key().as_bytes()),
                entry("signature", signature),
            ]
            .try_into()
            .unwrap(),
        )));
        xdr::ScVal::Vec(Some(xdr::ScVec(std::vec![signer].try_into().unwrap())))
    }
}

fn account_id(key: [u8; 32]) -> xdr::AccountId {
    xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(key)))
}

fn address(env: &Env, account: xdr::AccountId) -> Address {
    xdr::ScAddress::Account(account).try_into_val(env).unwrap()
}

fn put_account(env: &Env, account_id: &xdr::AccountId, flags: u32, thresholds: [u8; 4]) {
    let key = xdr::LedgerKey::Account(xdr::LedgerKeyAccount {
        account_id: account_id.clone(),
    });
    let entry = xdr::LedgerEntry {
        last_modified_ledger_seq: 0,
        data: xdr::LedgerEntryData::Account(xdr::AccountEntry {
            account_id: account_id.clone(),
            balance: 100_000_000,
            flags,
            home_domain: Default::default(),
            inflation_dest: None,
            num_sub_entries: 0,
            seq_num: xdr::SequenceNumber(0),
            thresholds: xdr::Thresholds(thresholds),
            signers: xdr::VecM::default(),
            ext: xdr::AccountEntryExt::V0,
        }),
        ext: xdr::LedgerEntryExt::V0,
    };
    env.host()
        .add_ledger_entry(&Rc::new(key), &Rc::new(entry), None)
        .unwrap();
}
