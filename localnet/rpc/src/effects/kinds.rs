//! Horizon's numbers and names of effects. Effects of offers, trades and liquidity pools can't occur here.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind(pub u32, pub &'static str);

macro_rules! kinds {
    ($($name:ident = $number:literal $text:literal;)*) => {
        $(pub const $name: Kind = Kind($number, $text);)*
    };
}

kinds! {
    ACCOUNT_CREATED = 0 "account_created";
    ACCOUNT_REMOVED = 1 "account_removed";
    ACCOUNT_CREDITED = 2 "account_credited";
    ACCOUNT_DEBITED = 3 "account_debited";
    ACCOUNT_THRESHOLDS_UPDATED = 4 "account_thresholds_updated";
    ACCOUNT_HOME_DOMAIN_UPDATED = 5 "account_home_domain_updated";
    ACCOUNT_FLAGS_UPDATED = 6 "account_flags_updated";
    ACCOUNT_INFLATION_DESTINATION_UPDATED = 7 "account_inflation_destination_updated";
    SIGNER_CREATED = 10 "signer_created";
    SIGNER_REMOVED = 11 "signer_removed";
    SIGNER_UPDATED = 12 "signer_updated";
    TRUSTLINE_CREATED = 20 "trustline_created";
    TRUSTLINE_REMOVED = 21 "trustline_removed";
    TRUSTLINE_UPDATED = 22 "trustline_updated";
    TRUSTLINE_AUTHORIZED = 23 "trustline_authorized";
    TRUSTLINE_DEAUTHORIZED = 24 "trustline_deauthorized";
    TRUSTLINE_AUTHORIZED_TO_MAINTAIN_LIABILITIES = 25 "trustline_authorized_to_maintain_liabilities";
    TRUSTLINE_FLAGS_UPDATED = 26 "trustline_flags_updated";
    DATA_CREATED = 40 "data_created";
    DATA_REMOVED = 41 "data_removed";
    DATA_UPDATED = 42 "data_updated";
    SEQUENCE_BUMPED = 43 "sequence_bumped";
    CLAIMABLE_BALANCE_CREATED = 50 "claimable_balance_created";
    CLAIMABLE_BALANCE_CLAIMANT_CREATED = 51 "claimable_balance_claimant_created";
    CLAIMABLE_BALANCE_CLAIMED = 52 "claimable_balance_claimed";
    ACCOUNT_SPONSORSHIP_CREATED = 60 "account_sponsorship_created";
    ACCOUNT_SPONSORSHIP_UPDATED = 61 "account_sponsorship_updated";
    ACCOUNT_SPONSORSHIP_REMOVED = 62 "account_sponsorship_removed";
    TRUSTLINE_SPONSORSHIP_CREATED = 63 "trustline_sponsorship_created";
    TRUSTLINE_SPONSORSHIP_UPDATED = 64 "trustline_sponsorship_updated";
    TRUSTLINE_SPONSORSHIP_REMOVED = 65 "trustline_sponsorship_removed";
    DATA_SPONSORSHIP_CREATED = 66 "data_sponsorship_created";
    DATA_SPONSORSHIP_UPDATED = 67 "data_sponsorship_updated";
    DATA_SPONSORSHIP_REMOVED = 68 "data_sponsorship_removed";
    CLAIMABLE_BALANCE_SPONSORSHIP_CREATED = 69 "claimable_balance_sponsorship_created";
    CLAIMABLE_BALANCE_SPONSORSHIP_UPDATED = 70 "claimable_balance_sponsorship_updated";
    CLAIMABLE_BALANCE_SPONSORSHIP_REMOVED = 71 "claimable_balance_sponsorship_removed";
    SIGNER_SPONSORSHIP_CREATED = 72 "signer_sponsorship_created";
    SIGNER_SPONSORSHIP_UPDATED = 73 "signer_sponsorship_updated";
    SIGNER_SPONSORSHIP_REMOVED = 74 "signer_sponsorship_removed";
    CLAIMABLE_BALANCE_CLAWED_BACK = 80 "claimable_balance_clawed_back";
    CONTRACT_CREDITED = 96 "contract_credited";
    CONTRACT_DEBITED = 97 "contract_debited";
}
