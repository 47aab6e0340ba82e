use stellar_xdr::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let mode = std::env::args().nth(2).unwrap_or_default();
    let bytes = std::fs::read(path).unwrap();
    let mut rest = &bytes[..];
    while rest.len() > 4 {
        let n = (u32::from_be_bytes(rest[..4].try_into().unwrap()) & 0x7fffffff) as usize;
        let meta = LedgerCloseMeta::from_xdr(&rest[4..4 + n], Limits::none()).unwrap();
        rest = &rest[4 + n..];
        if mode == "full" {
            println!("{}", serde_json::to_string_pretty(&meta).unwrap());
        } else if let LedgerCloseMeta::V2(m) = &meta {
            let h = &m.ledger_header.header;
            println!("ledger {} v{} fee {} reserve {} pool {} max {} time {} ext {:?} upg {} size {} evicted {} txs {} upgrades {}", h.ledger_seq, h.ledger_version, h.base_fee, h.base_reserve, h.fee_pool, h.max_tx_set_size, h.scp_value.close_time.0, h.scp_value.ext.discriminant(), h.scp_value.upgrades.len(), m.total_byte_size_of_live_soroban_state, m.evicted_keys.len(), m.tx_processing.len(), m.upgrades_processing.len());
            for p in m.tx_processing.iter() { println!("   {:?} fee {}", p.result.result.result, p.result.result.fee_charged); }
        } else { println!("v{:?}", meta.discriminant()); }
    }
}
