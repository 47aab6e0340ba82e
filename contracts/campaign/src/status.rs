//! Life of a campaign.

use soroban_sdk::contracttype;

#[contracttype]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum Status {
    /// The terms are stored; no budget is reserved yet.
    Draft = 0,
    /// The budget is reserved; the campaign isn't opened yet.
    Funded = 1,
    /// Pays within its window.
    Active = 2,
    /// Stopped by a manager; can be resumed.
    Paused = 3,
    /// Pays no more; the remainder is still reserved.
    Ended = 4,
    /// The remainder went back to the merchant. Final.
    Settled = 5,
    /// A draft that was dropped. Final.
    Dropped = 6,
}

impl Status {
    /// The only steps there are. `create` takes the first two within its call.
    pub fn may_become(self, next: Status) -> bool {
        use Status::*;
        matches!(
            (self, next),
            (Draft, Funded)
                | (Draft, Dropped)
                | (Funded, Active)
                | (Funded, Ended)
                | (Active, Paused)
                | (Paused, Active)
                | (Active, Ended)
                | (Paused, Ended)
                | (Ended, Settled)
        )
    }

    /// True once the budget was reserved.
    pub fn is_funded(self) -> bool {
        !matches!(self, Status::Draft | Status::Dropped)
    }
}
