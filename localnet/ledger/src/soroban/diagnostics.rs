//! Diagnostic events: the host's own and the reasons the ledger gives for a failure.

use crate::events::{list, string, symbol};
use stellar_xdr::{
    ContractEvent, ContractEventBody, ContractEventType, ContractEventV0, DiagnosticEvent,
    ExtensionPoint, ScError, ScErrorCode, ScVal,
};

#[derive(Default)]
pub(crate) struct Diagnostics {
    pub events: Vec<DiagnosticEvent>,
}

impl Diagnostics {
    /// A budget or network limit was exceeded: the numbers are what was needed, then what was allowed.
    pub fn limit_exceeded(&mut self, message: &str, numbers: &[u64]) {
        let error = ScError::Budget(ScErrorCode::ExceededLimit);
        self.numbered(error, message, numbers);
    }

    /// Like `limit_exceeded`, for entries that are read and written.
    pub fn storage_limit_exceeded(&mut self, message: &str, numbers: &[u64]) {
        let error = ScError::Storage(ScErrorCode::ExceededLimit);
        self.numbered(error, message, numbers);
    }

    /// Says that an input is wrong if the condition about it doesn't hold. Returns the condition.
    pub fn require(&mut self, condition: bool, message: &str, numbers: &[u64]) -> bool {
        if !condition {
            let error = ScError::Storage(ScErrorCode::InvalidInput);
            self.numbered(error, message, numbers);
        }
        condition
    }

    fn numbered(&mut self, error: ScError, message: &str, numbers: &[u64]) {
        let numbers = numbers.iter().copied().map(ScVal::U64).collect();
        self.error(error, message, numbers);
    }

    pub fn error(&mut self, error: ScError, message: &str, mut details: Vec<ScVal>) {
        let data = if details.is_empty() {
            string(message)
        } else {
            details.insert(0, string(message));
            list(details)
        };
        let topics = vec![symbol("error"), ScVal::Error(error)];
        self.push(false, topics, data);
    }

    fn push(&mut self, success: bool, topics: Vec<ScVal>, data: ScVal) {
        self.events.push(DiagnosticEvent {
            in_successful_contract_call: success,
            event: ContractEvent {
                ext: ExtensionPoint::V0,
                contract_id: None,
                type_: ContractEventType::Diagnostic,
                body: ContractEventBody::V0(ContractEventV0 {
                    topics: topics.try_into().expect("a handful of topics fits"),
                    data,
                }),
            },
        });
    }

    /// `core_metrics` events, as stellar-core appends them to an invocation.
    pub fn metrics(&mut self, success: bool, metrics: &[(&str, u64)]) {
        for (name, value) in metrics {
            let topics = vec![symbol("core_metrics"), symbol(name)];
            self.push(success, topics, ScVal::U64(*value));
        }
    }
}
