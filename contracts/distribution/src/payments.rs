//! The rewards of a batch, one list per field: less than half the size of a list of records, and what `campaign` takes.

use merit_common::{amount, batch::MAX_BATCH};
use soroban_sdk::{panic_with_error, xdr::ToXdr, Address, Bytes, BytesN, Env, Vec};

use crate::{
    errors::DistributionError,
    marks::{REF, UNPAID},
    numbers::Periods,
};

const MAX: usize = MAX_BATCH as usize;

pub struct Payments {
    /// 4 B each, u32 big-endian, rising.
    pub numbers: Bytes,
    /// 8 B each, not all zeros.
    pub references: Bytes,
    pub to: Vec<Address>,
    /// Stroops.
    pub amounts: Vec<i128>,
}

/// Numbers and references in this contract's memory: a host object would be asked for each byte.
pub struct Keys {
    len: usize,
    numbers: [[u8; 4]; MAX],
    references: [[u8; REF]; MAX],
}

impl Payments {
    /// SHA-256 over the XDR of the vector of the four lists: no two batches have the same bytes. A signature covers it in
    /// place of the lists.
    pub fn digest(&self, env: &Env) -> BytesN<32> {
        let lists = (&self.numbers, &self.references, &self.to, &self.amounts);
        env.crypto().sha256(&lists.to_xdr(env)).into()
    }

    /// Refuses a malformed batch. Returns the numbers and references of its payments.
    pub fn require_valid(&self, env: &Env, periods: Periods) -> Keys {
        let len = self.to.len();
        if len == 0 {
            panic_with_error!(env, DistributionError::Empty);
        }
        if len > MAX_BATCH {
            panic_with_error!(env, DistributionError::TooMany);
        }
        let same = self.amounts.len() == len
            && self.numbers.len() == 4 * len
            && self.references.len() == REF as u32 * len;
        if !same {
            panic_with_error!(env, DistributionError::LengthMismatch);
        }
        if !self.amounts.iter().all(amount::is_valid) {
            panic_with_error!(env, DistributionError::InvalidAmount);
        }
        let keys = Keys::of(self);
        keys.require_valid(env, periods);
        keys
    }
}

impl Keys {
    /// The lists must fit together.
    fn of(payments: &Payments) -> Self {
        let len = payments.to.len() as usize;
        let mut numbers = [[0; 4]; MAX];
        let mut references = [UNPAID; MAX];
        let flat = numbers[..len].as_flattened_mut();
        payments.numbers.copy_into_slice(flat);
        let flat = references[..len].as_flattened_mut();
        payments.references.copy_into_slice(flat);
        Keys {
            len,
            numbers,
            references,
        }
    }

    fn require_valid(&self, env: &Env, periods: Periods) {
        let mut last = None;
        for (number, reference) in self.iter() {
            if *reference == UNPAID {
                panic_with_error!(env, DistributionError::InvalidReference);
            }
            if last >= Some(number) {
                panic_with_error!(env, DistributionError::NumbersNotRising);
            }
            last = Some(number);
            periods.require_payable(env, number);
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Number and reference of each payment, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u8; REF])> {
        let numbers = self.numbers[..self.len].iter();
        let numbers = numbers.map(|number| u32::from_be_bytes(*number));
        numbers.zip(&self.references)
    }
}
