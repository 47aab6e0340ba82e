//! Fee parameters as protocol 28's host wants them.

use crate::config::Settings;
use soroban_env_host::fees::{
    compute_rent_write_fee_per_1kb, FeeConfiguration, RentFeeConfiguration,
    RentWriteFeeConfiguration,
};

pub(super) fn fee_configuration(settings: &Settings) -> FeeConfiguration {
    FeeConfiguration {
        fee_per_instruction_increment: settings.compute.fee_rate_per_instructions_increment,
        fee_per_disk_read_entry: settings.ledger_cost.fee_disk_read_ledger_entry,
        fee_per_write_entry: settings.ledger_cost.fee_write_ledger_entry,
        fee_per_disk_read_1kb: settings.ledger_cost.fee_disk_read1_kb,
        fee_per_write_1kb: settings.ledger_cost_ext.fee_write1_kb,
        fee_per_historical_1kb: settings.historical_data.fee_historical1_kb,
        fee_per_contract_event_1kb: settings.events.fee_contract_events1_kb,
        fee_per_transaction_size_1kb: settings.bandwidth.fee_tx_size1_kb,
    }
}

pub(super) fn rent_configuration(settings: &Settings) -> RentFeeConfiguration {
    let cost = &settings.ledger_cost;
    let by_state_size = RentWriteFeeConfiguration {
        state_target_size_bytes: cost.soroban_state_target_size_bytes,
        rent_fee_1kb_state_size_low: cost.rent_fee1_kb_soroban_state_size_low,
        rent_fee_1kb_state_size_high: cost.rent_fee1_kb_soroban_state_size_high,
        state_size_rent_fee_growth_factor: cost.soroban_state_rent_fee_growth_factor,
    };
    RentFeeConfiguration {
        fee_per_rent_1kb: compute_rent_write_fee_per_1kb(
            settings.average_state_size(),
            &by_state_size,
        ),
        fee_per_write_1kb: settings.ledger_cost_ext.fee_write1_kb,
        fee_per_write_entry: cost.fee_write_ledger_entry,
        persistent_rent_rate_denominator: settings.archival.persistent_rent_rate_denominator,
        temporary_rent_rate_denominator: settings.archival.temp_rent_rate_denominator,
    }
}
