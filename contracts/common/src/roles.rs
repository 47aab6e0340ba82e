//! Role names as `admin` stores them. Some are longer than nine characters, so they can't be
//! `symbol_short!` constants; the guards turn them into a `Symbol`.

/// Mints the reward asset, within its daily quota.
pub const MINTER: &str = "minter";
/// Grants merchants balance from the treasury's own funds.
pub const TREASURER: &str = "treasurer";
/// Runs campaigns and drops.
pub const MANAGER: &str = "manager";
/// Names the first owner of a merchant's balance.
pub const APPOINTER: &str = "appointer";
/// Sends payout batches.
pub const DISTRIBUTOR: &str = "distributor";
/// Sets limits and quotas.
pub const LIMITER: &str = "limiter";
/// Writes the registry and the parameters in `state`.
pub const REGISTRAR: &str = "registrar";
/// Freezes and unfreezes holders of the reward asset.
pub const FREEZER: &str = "freezer";
/// Claws the reward asset back from any holder. Held by the distribution contract, for paid rewards only.
pub const CLAWBACK: &str = "clawback";
/// Takes a paid reward back within its campaign's window.
pub const REVOKER: &str = "revoker";
/// Guardian: can stop a contract, and the naming of an owner, and nothing else.
pub const PAUSER: &str = "pauser";
/// Lets a stopped contract run again, and undoes a cut of the pool's limits.
pub const UNPAUSER: &str = "unpauser";
/// Replaces code, migrates data, hands over the asset's administration.
pub const UPGRADER: &str = "upgrader";
/// Held by the contracts that reserve, release and pay from the pool: `campaign`, and `distribution` for drops.
pub const CAMPAIGN: &str = "campaign";
/// Held by the distribution contract: spends from campaigns.
pub const DISTRIBUTION: &str = "distribution";
/// Guardian of governance: can stop a proposal, as long as the vote allows it, and nothing else.
pub const VETOER: &str = "vetoer";
/// Fulfils redemptions, or cancels them with a refund.
pub const FULFIL: &str = "fulfil";
/// Reports that a newcomer did what earns a referral bonus.
pub const QUALIFY: &str = "qualify";
