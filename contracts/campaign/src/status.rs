//! Life of a campaign.

use soroban_sdk::contracttype;

#[contracttype]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum Status {
    /// Drafted by release 0.2.0: no budget is reserved. Final.
    Draft = 0,
    /// Funded by release 0.2.0: the budget is reserved, and can only be returned.
    Funded = 1,
    /// Pays within its window.
    Active = 2,
    /// Stopped by a manager; can be resumed.
    Paused = 3,
    /// Pays no more; the remainder is still reserved.
    Ended = 4,
    /// The remainder went back to the merchant. Final.
    Settled = 5,
    /// Dropped by release 0.2.0: no budget was reserved. Final.
    Dropped = 6,
}

impl Status {
    /// The only steps there are.
    pub fn may_become(self, next: Status) -> bool {
        use Status::*;
        matches!(
            (self, next),
            (Active, Paused)
                | (Paused, Active)
                | (Funded | Active | Paused, Ended)
                | (Ended, Settled)
        )
    }

    /// True if it was drafted and never active.
    pub fn is_draft(self) -> bool {
        matches!(self, Status::Draft | Status::Funded | Status::Dropped)
    }

    /// True once the budget was reserved.
    pub fn is_funded(self) -> bool {
        !matches!(self, Status::Draft | Status::Dropped)
    }
}
