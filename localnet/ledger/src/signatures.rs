//! Checks that a transaction's signatures weigh enough.

use crate::{frame::Frame, state::sha256};
use ed25519_dalek::{Signature, VerifyingKey, SIGNATURE_LENGTH};
use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};
use stellar_xdr::{
    AccountEntry, DecoratedSignature, Hash, OperationBody, PublicKey, SignatureHint, Signer,
    SignerKey, Uint256,
};

/// The threshold of an account that an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threshold {
    Low = 1,
    Medium = 2,
    High = 3,
}

pub(crate) fn threshold(body: &OperationBody) -> Threshold {
    match body {
        OperationBody::SetTrustLineFlags(_)
        | OperationBody::AllowTrust(_)
        | OperationBody::BumpSequence(_)
        | OperationBody::ClaimClaimableBalance(_)
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_)
        | OperationBody::Inflation => Threshold::Low,
        OperationBody::AccountMerge(_) => Threshold::High,
        OperationBody::SetOptions(op)
            if op.master_weight.is_some()
                || op.low_threshold.is_some()
                || op.med_threshold.is_some()
                || op.high_threshold.is_some()
                || op.signer.is_some() =>
        {
            Threshold::High
        }
        _ => Threshold::Medium,
    }
}

/// Remembers which signatures were needed: one that was not makes the transaction invalid.
pub(crate) struct SignatureChecker<'a> {
    contents_hash: &'a Hash,
    signatures: &'a [DecoratedSignature],
    used: Vec<bool>,
}

impl<'a> SignatureChecker<'a> {
    pub fn new(contents_hash: &'a Hash, signatures: &'a [DecoratedSignature]) -> Self {
        Self {
            contents_hash,
            signatures,
            used: vec![false; signatures.len()],
        }
    }

    /// Checker for the transaction itself, without a fee bump around it.
    pub fn of(frame: &'a Frame) -> Self {
        Self::new(frame.contents_hash(), &frame.signatures)
    }

    /// A threshold of 0 still needs one valid signature.
    pub fn check_account(&mut self, account: &AccountEntry, level: Threshold) -> bool {
        let mut signers = Vec::with_capacity(account.signers.len() + 1);
        let master_weight = u32::from(account.thresholds.0[0]);
        if master_weight > 0 {
            let PublicKey::PublicKeyTypeEd25519(key) = &account.account_id.0;
            signers.push(Signer {
                key: SignerKey::Ed25519(key.clone()),
                weight: master_weight,
            });
        }
        signers.extend(account.signers.iter().cloned());
        self.check(signers, u32::from(account.thresholds.0[level as usize]))
    }

    /// The master key of an account that doesn't exist.
    pub fn check_missing_account(&mut self, key: &Uint256) -> bool {
        let signer = Signer {
            key: SignerKey::Ed25519(key.clone()),
            weight: 1,
        };
        self.check(vec![signer], 0)
    }

    pub fn check_extra_signers(&mut self, extra: &[SignerKey]) -> bool {
        if extra.is_empty() {
            return true;
        }
        let signers = extra.iter().map(|key| Signer {
            key: key.clone(),
            weight: 1,
        });
        self.check(signers.collect(), extra.len() as u32)
    }

    pub fn all_used(&self) -> bool {
        self.used.iter().all(|used| *used)
    }

    fn check(&mut self, signers: Vec<Signer>, needed: u32) -> bool {
        let mut weight = 0u32;
        let pre_authorized = signers.iter().filter(|signer| {
            matches!(&signer.key, SignerKey::PreAuthTx(hash) if hash.0 == self.contents_hash.0)
        });
        for signer in pre_authorized {
            weight += signer.weight.min(255);
            if weight >= needed {
                return true;
            }
        }
        let kinds: [fn(&SignerKey) -> bool; 3] = [
            |key| matches!(key, SignerKey::HashX(_)),
            |key| matches!(key, SignerKey::Ed25519(_)),
            |key| matches!(key, SignerKey::Ed25519SignedPayload(_)),
        ];
        for kind in kinds {
            let mut candidates: Vec<&Signer> = signers.iter().filter(|s| kind(&s.key)).collect();
            for (signature, used) in self.signatures.iter().zip(&mut self.used) {
                let matching = candidates
                    .iter()
                    .position(|signer| verify(&signer.key, signature, self.contents_hash));
                let Some(matching) = matching else { continue };
                *used = true;
                weight += candidates.remove(matching).weight.min(255);
                if weight >= needed {
                    return true;
                }
            }
        }
        false
    }
}

fn verify(key: &SignerKey, signature: &DecoratedSignature, contents_hash: &Hash) -> bool {
    match key {
        SignerKey::Ed25519(key) => {
            signature.hint == hint(&key.0) && verify_ed25519(key, &contents_hash.0, signature)
        }
        SignerKey::HashX(hash) => {
            signature.hint == hint(&hash.0) && sha256(&signature.signature.0).0 == hash.0
        }
        SignerKey::Ed25519SignedPayload(signed) => {
            signature.hint == payload_hint(&signed.ed25519, &signed.payload)
                && verify_ed25519(&signed.ed25519, &signed.payload, signature)
        }
        SignerKey::PreAuthTx(_) => false,
    }
}

/// Valid signatures, each as a hash of key, signature and message. The queue, the ledger and every operation check the same
/// ones, and each check costs as much as a small contract call.
static VALID: Mutex<BTreeSet<Hash>> = Mutex::new(BTreeSet::new());
/// Signatures that are remembered, in a megabyte; then they are forgotten and checked again.
const REMEMBERED: usize = 10_000;

fn verify_ed25519(key: &Uint256, message: &[u8], signature: &DecoratedSignature) -> bool {
    let Ok(signature) = <[u8; SIGNATURE_LENGTH]>::try_from(signature.signature.0.as_slice()) else {
        return false;
    };
    let known = sha256(&[key.0.as_slice(), &signature, message].concat());
    let valid = || VALID.lock().unwrap_or_else(PoisonError::into_inner);
    if valid().contains(&known) {
        return true;
    }
    let Ok(key) = VerifyingKey::from_bytes(&key.0) else {
        return false;
    };
    let signature = Signature::from_bytes(&signature);
    if key.verify_strict(message, &signature).is_err() {
        return false;
    }
    let mut valid = valid();
    if valid.len() == REMEMBERED {
        valid.clear();
    }
    valid.insert(known);
    true
}

fn hint(bytes: &[u8; 32]) -> SignatureHint {
    SignatureHint([bytes[28], bytes[29], bytes[30], bytes[31]])
}

/// CAP-40: the key's hint XOR the payload's last four bytes, zeros after a shorter payload.
fn payload_hint(key: &Uint256, payload: &[u8]) -> SignatureHint {
    let tail = &payload[payload.len().saturating_sub(4)..];
    let mut hint = hint(&key.0);
    for (byte, payload) in hint.0.iter_mut().zip(tail) {
        *byte ^= payload;
    }
    hint
}
