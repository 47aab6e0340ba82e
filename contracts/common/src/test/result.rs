use crate::result::{from_sac_error, LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, OTHER};

#[test]
fn refusals_of_the_asset_contract_become_results() {
    assert_eq!(from_sac_error(13), NO_TRUSTLINE);
    assert_eq!(from_sac_error(6), NO_TRUSTLINE);
    assert_eq!(from_sac_error(11), NOT_AUTHORIZED);
    assert_eq!(from_sac_error(10), LINE_FULL);
    for other in [0, 2, 4, 8, 9, 12, 14, 15, u32::MAX] {
        assert_eq!(from_sac_error(other), OTHER, "{other}");
    }
}
