//! Steps of rewards and drops.

use arbitrary::{Result, Unstructured};

use merit_testing::NUMBERS;

use super::books::{CLAWBACK_WINDOW, MERCHANTS, WALLETS};
use crate::draw::{draw, list, Kinds};

/// A payer's value relative to the right one.
#[derive(Clone, Copy, Debug)]
pub enum Off {
    Right,
    Before,
    After,
}

impl Off {
    pub fn of(self, right: u64) -> u64 {
        match self {
            Off::Right => right,
            Off::Before => right.saturating_sub(1),
            Off::After => right + 1,
        }
    }
}

/// Payments that a payer knows of.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    All,
    Fewer,
    More,
    /// The right number of payments, one of them invented.
    Others,
}

/// Source of a payment's number.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// So many periods ahead of the current one, and an index.
    New(i32, u32),
    /// The nth that the campaign has paid, at any age.
    Paid(usize),
}

/// Number of ledgers that close.
#[derive(Clone, Copy, Debug)]
pub enum Jump {
    One,
    /// Up to the last one of the period.
    ToLast,
    Periods(u32),
}

/// One payment of a batch.
#[derive(Clone, Debug)]
pub struct Row {
    pub number: Number,
    /// Variant of the reference, see [`super::books::reference`].
    pub variant: u8,
    pub to: usize,
    pub amount: i128,
}

/// The fault of a claim.
#[derive(Clone, Copy, Debug)]
pub enum Twist {
    Nothing,
    Amount,
    Index,
    Wallet,
    ProofOfAnother,
    LongerProof,
}

/// The fault of a clawback.
#[derive(Clone, Copy, Debug)]
pub enum Wrong {
    Nothing,
    Time,
    Amount,
    Wallet,
    Number,
}

/// The part that is stopped from then on.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// Distribution, campaign, pool, token, the whole system.
    Contract(usize),
    Nothing,
}

#[derive(Clone, Debug)]
pub enum Step {
    Deposit(usize, i128),
    Withdraw(usize, i128),
    /// Merchant, budget, whether payments may be clawed back.
    CreateCampaign(usize, i128, bool),
    /// The epoch that a payer believes to be the newest, and the payments that it knows of.
    Open(Off, Known),
    /// Epoch, merchant whose budget pays, campaign, rows.
    Pay(Off, Off, usize, Vec<Row>),
    /// Campaign, which of its payments, what is wrong.
    ClawBack(usize, usize, Wrong),
    End(usize),
    Settle(usize),
    /// Merchant, wallets with amounts, surplus, seconds until it opens, seconds that it lasts.
    CreateDrop(usize, Vec<(usize, i128)>, i128, u64, u64),
    /// The same drop once more.
    CreateAgain(usize),
    /// Drop, leaf, on behalf of the wallet, what is wrong.
    Claim(usize, usize, bool, Twist),
    Sweep(usize),
    /// The owner of its merchant opens a drop.
    OpenEarly(usize),
    /// The guardian cancels a drop, or a manager does.
    Cancel(usize, bool),
    /// The wallet spends so much, or what it has.
    Lose(usize, i128),
    Freeze(usize, bool),
    Stop(Stop),
    Wait(u64),
    Ledgers(Jump),
}

const KINDS: Kinds<Step, 20> = [
    (1, |bytes| {
        Ok(Step::Deposit(
            merchant(bytes)?,
            bytes.int_in_range(1..=600)?,
        ))
    }),
    (1, |bytes| {
        Ok(Step::Withdraw(
            merchant(bytes)?,
            bytes.int_in_range(1..=600)?,
        ))
    }),
    (1, |bytes| {
        let budget = bytes.int_in_range(1..=600)?;
        Ok(Step::CreateCampaign(
            merchant(bytes)?,
            budget,
            bytes.arbitrary()?,
        ))
    }),
    (1, |bytes| {
        use Known::*;
        let known = [All, All, All, Fewer, More, Others];
        Ok(Step::Open(off(bytes)?, *bytes.choose(&known)?))
    }),
    (8, |bytes| {
        Ok(Step::Pay(
            off(bytes)?,
            off(bytes)?,
            campaign(bytes)?,
            rows(bytes)?,
        ))
    }),
    (3, |bytes| {
        let again = Row {
            number: Number::Paid(bytes.int_in_range(0..=7)?),
            variant: if bytes.arbitrary()? { 2 } else { 1 },
            to: wallet(bytes)?,
            amount: amount(bytes)?,
        };
        Ok(Step::Pay(
            Off::Right,
            Off::Right,
            campaign(bytes)?,
            vec![again],
        ))
    }),
    (4, |bytes| {
        use Wrong::*;
        let wrong = [
            Nothing, Nothing, Nothing, Nothing, Time, Amount, Wallet, Number,
        ];
        let wrong = *bytes.choose(&wrong)?;
        Ok(Step::ClawBack(
            campaign(bytes)?,
            bytes.int_in_range(0..=7)?,
            wrong,
        ))
    }),
    (1, |bytes| Ok(Step::End(campaign(bytes)?))),
    (1, |bytes| Ok(Step::Settle(campaign(bytes)?))),
    (3, |bytes| {
        let leaves = list(bytes, 1..=5, |bytes| Ok((wallet(bytes)?, amount(bytes)?)))?;
        let surplus = bytes.int_in_range(-30..=30)?;
        let (opens, lasts) = (bytes.int_in_range(40..=160)?, bytes.int_in_range(1..=300)?);
        Ok(Step::CreateDrop(
            merchant(bytes)?,
            leaves,
            surplus,
            opens,
            lasts,
        ))
    }),
    (1, |bytes| Ok(Step::CreateAgain(drop(bytes)?))),
    (8, |bytes| {
        use Twist::*;
        let twists = [Amount, Index, Wallet, ProofOfAnother, LongerProof];
        let twist = if bytes.ratio(1, 3)? {
            *bytes.choose(&twists)?
        } else {
            Nothing
        };
        let leaf = bytes.int_in_range(0..=4)?;
        Ok(Step::Claim(drop(bytes)?, leaf, bytes.arbitrary()?, twist))
    }),
    (2, |bytes| Ok(Step::Sweep(drop(bytes)?))),
    (1, |bytes| Ok(Step::OpenEarly(drop(bytes)?))),
    (1, |bytes| {
        Ok(Step::Cancel(drop(bytes)?, bytes.arbitrary()?))
    }),
    (1, |bytes| {
        Ok(Step::Lose(bytes.int_in_range(0..=4)?, amount(bytes)?))
    }),
    (1, |bytes| {
        Ok(Step::Freeze(bytes.int_in_range(2..=4)?, bytes.ratio(1, 3)?))
    }),
    (1, |bytes| {
        // Nothing as often as something.
        let which = bytes.int_in_range(0..=9usize)?;
        let stop = if which < 5 {
            Stop::Contract(which)
        } else {
            Stop::Nothing
        };
        Ok(Step::Stop(stop))
    }),
    (4, |bytes| {
        let seconds = [1, 60, CLAWBACK_WINDOW - 1, CLAWBACK_WINDOW];
        let chosen = *bytes.choose(&seconds)?;
        Ok(Step::Wait(if bytes.arbitrary()? {
            chosen
        } else {
            bytes.int_in_range(0..=120)?
        }))
    }),
    (3, |bytes| {
        use Jump::*;
        let jumps = [
            One,
            One,
            ToLast,
            ToLast,
            Periods(1),
            Periods(1),
            Periods(2),
            Periods(3),
        ];
        Ok(Step::Ledgers(*bytes.choose(&jumps)?))
    }),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

/// Indexes at which batches begin: the first ones, the ends of the chunks of receipts (128) and of marks
/// (256), and that of the period.
const FIRST: [u32; 5] = [0, 1, 125, 253, NUMBERS - 3];

/// Every index that a batch may hold; those above the period's are the next one's.
pub fn indexes() -> impl Iterator<Item = u32> {
    FIRST.into_iter().flat_map(|first| first..first + 10)
}

/// Periods of new numbers: the current one (0) or the one before, seldom others, payable or not.
const AHEAD: [i32; 16] = [0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -2, 1, 4, 5, -500];

/// Up to four rows, mostly well-formed: rising numbers, one of two references each.
fn rows(bytes: &mut Unstructured) -> Result<Vec<Row>> {
    let malformed = bytes.ratio(1, 12)?;
    let ahead = *bytes.choose(&AHEAD)?;
    let mut index = *bytes.choose(&FIRST)?;
    let count = bytes.int_in_range(usize::from(!malformed)..=4)?;
    let mut rows = Vec::new();
    for _ in 0..count {
        let other = bytes.ratio(1, 8)?;
        let mut row = Row {
            number: Number::New(ahead, index),
            variant: if other { 2 } else { 1 },
            to: wallet(bytes)?,
            amount: amount(bytes)?,
        };
        if malformed {
            match bytes.int_in_range(0..=3)? {
                0 => row.amount = 0,
                1 => row.variant = 0,
                _ => {}
            }
        }
        rows.push(row);
        index += bytes.int_in_range(u32::from(!malformed)..=3)?;
    }
    Ok(rows)
}

/// Draws an offset, mostly the right value.
fn off(bytes: &mut Unstructured) -> Result<Off> {
    use Off::*;
    Ok(*bytes.choose(&[Right, Right, Right, Right, Right, Right, Before, After])?)
}

fn merchant(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=MERCHANTS - 1)
}

fn campaign(bytes: &mut Unstructured) -> Result<usize> {
    // The first ones are there from the start.
    Ok(*bytes.choose(&[0, 0, 0, 0, 1, 1, 1, 2, 3])?)
}

fn drop(bytes: &mut Unstructured) -> Result<usize> {
    Ok(*bytes.choose(&[0, 0, 0, 0, 1, 1, 2, 3])?)
}

fn wallet(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=WALLETS - 1)
}

fn amount(bytes: &mut Unstructured) -> Result<i128> {
    bytes.int_in_range(1..=100)
}
