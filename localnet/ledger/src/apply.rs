//! One transaction through its ledger: fee, preparation, operations, refund.

use crate::{
    account,
    config::Settings,
    events::{self, Emitter},
    fees,
    frame::{is_soroban, Frame},
    host::Host,
    meta,
    operations::{self, set_options, Check},
    result,
    signatures::SignatureChecker,
    soroban::{
        diagnostics::Diagnostics, extend, invoke, refundable::RefundableFee, resources, restore,
        Effects, SorobanContext,
    },
    state::sha256,
    validity::{self, Reached, Rules},
    work::Work,
};
use stellar_xdr::{
    AccountId, ContractEvent, Hash, LedgerEntryChange, Operation, OperationBody, OperationResult,
    ScVal, SignerKey, TransactionEvent, TransactionEventStage, TransactionResultResult as Code,
    Uint256,
};

/// Context that all transactions of a ledger share.
pub(crate) struct Rulebook<'a> {
    pub settings: &'a Settings,
    pub host: &'a dyn Host,
    pub network_id: &'a Hash,
}

/// A transaction while it is applied; in the end the contents of its meta.
pub(crate) struct Applying {
    pub frame: Frame,
    pub fee_charged: i64,
    pub fee_changes: Vec<LedgerEntryChange>,
    pub changes_before: Vec<LedgerEntryChange>,
    pub operations: Vec<(Vec<LedgerEntryChange>, Vec<ContractEvent>)>,
    pub return_value: Option<ScVal>,
    pub fee: RefundableFee,
    pub events: Vec<TransactionEvent>,
    pub diagnostics: Diagnostics,
    pub refund_changes: Vec<LedgerEntryChange>,
    /// The transaction's own code; a fee bump is put around it at the end.
    pub code: Code,
    /// Validation has passed: the operations may run.
    ready: bool,
}

/// Takes the fee, before any transaction of the ledger runs.
pub(crate) fn charge(
    work: &mut Work,
    book: &Rulebook,
    frame: Frame,
    base_fee: Option<i64>,
) -> Applying {
    let payer = frame.fee_source();
    let mark = work.begin();
    let due = fees::charged(base_fee, &frame);
    let paid = work.update_account(&payer, |account, _| {
        let paid = due.min(account.balance).max(0);
        account.balance -= paid;
        paid
    });
    let fee_charged = paid.unwrap_or(0);
    work.header.fee_pool += fee_charged;
    let fee_changes = work.changes(&mark);
    work.commit(mark);
    let stage = TransactionEventStage::BeforeAllTxs;
    let event =
        (fee_charged != 0).then(|| events::fee(book.network_id, stage, &payer, fee_charged));
    Applying {
        events: event.into_iter().collect(),
        frame,
        fee_charged,
        fee_changes,
        changes_before: Vec::new(),
        operations: Vec::new(),
        return_value: None,
        fee: RefundableFee::default(),
        diagnostics: Diagnostics::default(),
        refund_changes: Vec::new(),
        code: result::succeeded(Vec::new()),
        ready: false,
    }
}

impl Applying {
    /// Validates again, uses up sequence number and one-time signers.
    pub fn prepare(&mut self, work: &mut Work, book: &Rulebook) {
        if self.frame.bump.is_some() {
            self.remove_signer_of_fee_source(work);
        }
        if self.frame.is_soroban() {
            let declared = fees::resource_fee(&self.frame);
            let fee = resources::fee(book.settings, book.host, &self.frame, 0);
            self.fee = RefundableFee::new(declared, fee.non_refundable);
        }
        let mark = work.begin();
        let mut checker = SignatureChecker::of(&self.frame);
        let rules = Rules {
            work,
            settings: book.settings,
            host: book.host,
            applying: true,
            charge_fee: self.frame.bump.is_none(),
        };
        let verdict = validity::common(&rules, &self.frame, &mut checker, &mut self.diagnostics);
        let mut failure = verdict.code;
        let signatures = (verdict.reached == Reached::Valid)
            .then(|| check_signatures(work, &self.frame, &mut checker));
        if verdict.reached >= Reached::Sequence {
            let sequence = self.frame.tx.seq_num.0;
            work.update_account(&self.frame.source(), |source, header| {
                account::set_sequence(header, source, sequence);
            });
        }
        remove_one_time_signers(work, &self.frame);
        if let Some(Err(code)) = signatures {
            failure = Some(code);
        }
        self.changes_before.extend(work.changes(&mark));
        work.commit(mark);
        let failure = failure.or_else(|| self.check_soroban(work, book).err());
        self.ready = failure.is_none();
        if let Some(code) = failure {
            self.code = code;
        }
    }

    /// Soroban operations are checked before any of the ledger runs, classic ones each in its turn.
    fn check_soroban(&mut self, work: &Work, book: &Rulebook) -> Result<(), Code> {
        let (frame, diagnostics) = (&self.frame, &mut self.diagnostics);
        let operations = frame.tx.operations.iter();
        let checked = operations
            .filter(|operation| is_soroban(&operation.body))
            .try_for_each(|operation| check(work, book, frame, operation, diagnostics));
        checked.map_err(|failed| result::failed(vec![failed]))
    }

    fn remove_signer_of_fee_source(&mut self, work: &mut Work) {
        let mark = work.begin();
        let key = SignerKey::PreAuthTx(Uint256(self.frame.hashes.hash.0));
        let payer = self.frame.fee_source();
        set_options::remove_signer(work, &payer, &key);
        self.changes_before.extend(work.changes(&mark));
        work.commit(mark);
    }

    /// Runs the operations; all of them count, or none. `index` is the transaction's place in the ledger, from 0.
    pub fn run(&mut self, work: &mut Work, book: &Rulebook, ledger_seed: &Hash, index: u64) {
        if !self.ready {
            self.fee.reset();
            return;
        }
        let seed = sub_seed(ledger_seed, index);
        let mark = work.begin();
        let mut results = Vec::new();
        let mut success = true;
        for index in 0..self.frame.tx.operations.len() {
            match self.run_operation(work, book, index, seed.0) {
                Ok(done) => results.push(done),
                Err(invoke::Broken::Failed(failed)) => {
                    success = false;
                    results.push(failed);
                }
                Err(invoke::Broken::Internal) => {
                    work.rollback(mark);
                    return self.fail(Code::TxInternalError);
                }
            }
        }
        if success && work.has_open_sponsorship() {
            work.rollback(mark);
            self.fail(Code::TxBadSponsorship);
        } else if success {
            work.commit(mark);
            self.code = result::succeeded(results);
        } else {
            work.rollback(mark);
            self.fail(result::failed(results));
        }
    }

    fn fail(&mut self, code: Code) {
        self.code = code;
        self.operations.clear();
        self.return_value = None;
        self.fee.reset();
    }

    fn run_operation(
        &mut self,
        work: &mut Work,
        book: &Rulebook,
        index: usize,
        seed: [u8; 32],
    ) -> Result<OperationResult, invoke::Broken> {
        let operation = &self.frame.tx.operations[index].clone();
        let source = self.frame.operation_source(operation);
        if !is_soroban(&operation.body) {
            check(work, book, &self.frame, operation, &mut self.diagnostics)?;
        }
        let mark = work.begin();
        let mut effects = Effects::default();
        let outcome = if is_soroban(&operation.body) {
            self.run_soroban(work, book, operation, &source, seed, &mut effects)
        } else {
            let emitter = Emitter {
                network_id: book.network_id,
                memo: &self.frame.tx.memo,
            };
            let mut context = operations::Context {
                work,
                source: &source,
                muxed_source: self.frame.muxed_source(operation),
                frame: &self.frame,
                index: index as u32,
                settings: book.settings,
                emitter,
                events: &mut effects.events,
            };
            operations::apply(&operation.body, &mut context).map_err(invoke::Broken::from)
        };
        if outcome.is_err() {
            work.rollback(mark);
            return outcome;
        }
        let until = book.settings.restored_until(work.sequence());
        let changes = meta::restored(work.changes(&mark), &effects.restored, work, until);
        self.operations.push((changes, effects.events));
        self.return_value = effects.return_value;
        if let Some(data) = self.frame.soroban_data() {
            work.defer_ttl(&mark, &data.resources.footprint.read_only);
        }
        work.commit(mark);
        outcome
    }

    fn run_soroban(
        &mut self,
        work: &mut Work,
        book: &Rulebook,
        operation: &Operation,
        source: &AccountId,
        seed: [u8; 32],
        effects: &mut Effects,
    ) -> Result<OperationResult, invoke::Broken> {
        let mut context = SorobanContext {
            work,
            settings: book.settings,
            host: book.host,
            network_id: book.network_id,
            frame: &self.frame,
            source,
            seed,
            fee: &mut self.fee,
            diagnostics: &mut self.diagnostics,
            effects,
        };
        match &operation.body {
            OperationBody::InvokeHostFunction(op) => invoke::apply(op, &mut context),
            OperationBody::ExtendFootprintTtl(op) => Ok(extend::apply(op, &mut context)?),
            OperationBody::RestoreFootprint(_) => Ok(restore::apply(&mut context)?),
            _ => Err(OperationResult::OpNotSupported.into()),
        }
    }

    /// Gives back what is left of the refundable fee, after all transactions of the ledger ran.
    pub fn refund(&mut self, work: &mut Work, book: &Rulebook) {
        // A transaction that no queue would take may declare more than it bids, so more than it was charged.
        let refund = self.fee.refund().min(self.fee_charged);
        if refund == 0 {
            return;
        }
        let payer = self.frame.fee_source();
        let mark = work.begin();
        let refunded = work.update_account(&payer, |account, header| {
            account::add_balance(header, account, refund)
        });
        if refunded != Some(true) {
            work.rollback(mark);
            return;
        }
        work.header.fee_pool -= refund;
        self.refund_changes = work.changes(&mark);
        work.commit(mark);
        self.fee_charged -= refund;
        let stage = TransactionEventStage::AfterAllTxs;
        let event = events::fee(book.network_id, stage, &payer, -refund);
        self.events.push(event);
    }

    pub fn is_success(&self) -> bool {
        result::is_success(&self.code)
    }
}

/// Checks that the operation can run, whatever it does then.
fn check(
    work: &Work,
    book: &Rulebook,
    frame: &Frame,
    operation: &Operation,
    diagnostics: &mut Diagnostics,
) -> Check {
    let source = frame.operation_source(operation);
    validity::supported(operation)?;
    if work.account(&source).is_none() {
        return Err(OperationResult::OpNoAccount);
    }
    validity::check_operation(book.settings, frame, operation, &source, diagnostics)
}

/// Every operation must be signed, and no signature may be unused.
fn check_signatures(
    work: &Work,
    frame: &Frame,
    checker: &mut SignatureChecker,
) -> Result<(), Code> {
    let mut results = Vec::new();
    let mut all_signed = true;
    for operation in frame.tx.operations.iter() {
        match validity::check_operation_signature(work, frame, operation, checker) {
            Ok(()) => results.push(result::pending_success(&operation.body)),
            Err(failed) => {
                all_signed = false;
                results.push(failed);
            }
        }
    }
    if !all_signed {
        return Err(result::failed(results));
    }
    if !checker.all_used() {
        return Err(Code::TxBadAuthExtra);
    }
    Ok(())
}

/// A pre-authorised transaction works once, whether it succeeds or not.
fn remove_one_time_signers(work: &mut Work, frame: &Frame) {
    let key = SignerKey::PreAuthTx(Uint256(frame.contents_hash().0));
    let mut accounts = vec![frame.source()];
    accounts.extend(
        frame
            .tx
            .operations
            .iter()
            .map(|op| frame.operation_source(op)),
    );
    for id in accounts {
        let holds = work
            .account(&id)
            .is_some_and(|account| account.signers.iter().any(|signer| signer.key == key));
        if holds {
            set_options::remove_signer(work, &id, &key);
        }
    }
}

fn sub_seed(seed: &Hash, index: u64) -> Hash {
    let mut preimage = seed.0.to_vec();
    preimage.extend_from_slice(&index.to_be_bytes());
    sha256(&preimage)
}
