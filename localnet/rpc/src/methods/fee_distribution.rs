//! Statistics over inclusion fees, computed as stellar-rpc does.

use serde::Serialize;

/// Stroops per operation. All but `ledger_count` are strings on the wire.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeDistribution {
    pub max: String,
    pub min: String,
    pub mode: String,
    pub p10: String,
    pub p20: String,
    pub p30: String,
    pub p40: String,
    pub p50: String,
    pub p60: String,
    pub p70: String,
    pub p80: String,
    pub p90: String,
    pub p95: String,
    pub p99: String,
    pub transaction_count: String,
    pub ledger_count: u32,
}

impl FeeDistribution {
    /// Distribution of the fees. Without fees everything is 0, the number of ledgers included.
    pub fn of(mut fees: Vec<u64>, ledgers: u32) -> Self {
        fees.sort_unstable();
        // Nearest rank: the smallest fee that at least `percent` of the fees do not exceed.
        let percentile = |percent: usize| match fees.len() {
            0 => 0,
            count => fees[(percent * count).div_ceil(100) - 1],
        };
        let text = |fee: u64| fee.to_string();
        FeeDistribution {
            max: text(fees.last().copied().unwrap_or(0)),
            min: text(fees.first().copied().unwrap_or(0)),
            mode: text(mode(&fees)),
            p10: text(percentile(10)),
            p20: text(percentile(20)),
            p30: text(percentile(30)),
            p40: text(percentile(40)),
            p50: text(percentile(50)),
            p60: text(percentile(60)),
            p70: text(percentile(70)),
            p80: text(percentile(80)),
            p90: text(percentile(90)),
            p95: text(percentile(95)),
            p99: text(percentile(99)),
            transaction_count: fees.len().to_string(),
            ledger_count: if fees.is_empty() { 0 } else { ledgers },
        }
    }
}

/// The most frequent of sorted fees, the lowest of several; 0 without fees.
fn mode(fees: &[u64]) -> u64 {
    fees.chunk_by(|a, b| a == b)
        .rev()
        .max_by_key(|equal| equal.len())
        .map_or(0, |equal| equal[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_fees_all_is_zero() {
        let none = FeeDistribution::of(Vec::new(), 10);
        assert_eq!(
            (none.max.as_str(), none.p99.as_str(), none.ledger_count),
            ("0", "0", 0)
        );
    }

    #[test]
    fn nearest_rank_percentiles_and_lowest_mode() {
        let fees = FeeDistribution::of(vec![400, 100, 200, 100, 200, 300, 500, 600, 700, 800], 3);
        assert_eq!(
            (fees.min.as_str(), fees.max.as_str(), fees.mode.as_str()),
            ("100", "800", "100")
        );
        assert_eq!(
            (fees.p10.as_str(), fees.p50.as_str(), fees.p99.as_str()),
            ("100", "300", "800")
        );
        assert_eq!(
            (fees.transaction_count.as_str(), fees.ledger_count),
            ("10", 3)
        );
    }
}
