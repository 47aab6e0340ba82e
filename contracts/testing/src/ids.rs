//! Ids of entries that anybody creates: references for new ones, and numbers for releases before 0.3.0.

use std::cell::Cell;

use merit_common::ids;
use soroban_sdk::{BytesN, Env, IntoVal, TryFromVal, Val};

use crate::World;

pub struct Ids {
    env: Env,
    /// Number of references so far.
    used: Cell<u8>,
    /// The code takes and gives numbers.
    numbered: Cell<bool>,
}

impl Ids {
    pub fn new(world: &World) -> Self {
        Ids {
            env: world.env.clone(),
            used: Cell::new(0),
            numbered: Cell::new(world.is_released()),
        }
    }

    /// A reference that wasn't used yet.
    pub fn reference(&self) -> BytesN<32> {
        self.used.set(self.used.get() + 1);
        BytesN::from_array(&self.env, &[self.used.get(); 32])
    }

    /// The contract's code was upgraded.
    pub fn upgraded(&self) {
        self.numbered.set(false);
    }

    pub fn is_numbered(&self) -> bool {
        self.numbered.get()
    }

    /// Id in the form that the code takes.
    pub fn arg(&self, id: &BytesN<32>) -> Val {
        match ids::number(id) {
            Some(number) if self.is_numbered() => number.into_val(&self.env),
            _ => id.to_val(),
        }
    }

    /// Id for the number that `create` of an older release returned.
    pub fn numbered(&self, returned: Val) -> BytesN<32> {
        let number = u64::try_from_val(&self.env, &returned).unwrap();
        ids::numbered(&self.env, number)
    }
}
