import { Account, Asset, Keypair, Networks, Operation, rpc, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { outcomeOf } from "./outcome.ts";

const publicKey = Keypair.random().publicKey();

/** What becomes of a transaction that landed and failed with these results. */
function failed(results: xdr.OperationResult[], diagnosticEventsXdr: xdr.DiagnosticEvent[] = []) {
  const transaction = new TransactionBuilder(new Account(publicKey, "1"), {
    ...{ fee: "100", networkPassphrase: Networks.STANDALONE },
  })
    .addOperation(Operation.payment({ destination: publicKey, asset: Asset.native(), amount: "1" }))
    .setTimeout(60)
    .build();
  const result = xdr.TransactionResultResult.txFailed(results);
  const found = {
    status: rpc.Api.GetTransactionStatus.FAILED,
    envelopeXdr: transaction.toEnvelope(),
    resultXdr: new xdr.TransactionResult({ feeCharged: 100n, result, ext: xdr.TransactionResultExt.v0() }),
    diagnosticEventsXdr,
  };
  return outcomeOf(found as rpc.Api.GetFailedTransactionResponse, Networks.STANDALONE);
}

const payment = (result: xdr.PaymentResult) => xdr.OperationResult.opInner(xdr.OperationResultTr.payment(result));
const trapped = xdr.OperationResult.opInner(
  xdr.OperationResultTr.invokeHostFunction(xdr.InvokeHostFunctionResult.invokeHostFunctionTrapped()),
);

function diagnostic(...topics: xdr.ScVal[]) {
  const body = xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data: xdr.ScVal.scvVoid() }));
  const event = new xdr.ContractEvent({
    ...{ contractId: null, type: xdr.ContractEventType.diagnostic, body, ext: xdr.ExtensionPoint.v0() },
  });
  return new xdr.DiagnosticEvent({ inSuccessfulContractCall: false, event });
}
const error = (error: xdr.ScError) => diagnostic(xdr.ScVal.scvSymbol("error"), xdr.ScVal.scvError(error));
const contractError = (code: number) => error(xdr.ScError.sceContract(code));

it("names the operation that failed as the reason, not one before it that succeeded", () => {
  const paid = payment(xdr.PaymentResult.paymentSuccess());
  expect(failed([paid, payment(xdr.PaymentResult.paymentUnderfunded())])).toMatchObject({
    reason: "paymentUnderfunded",
  });
  expect(failed([paid, xdr.OperationResult.opBadAuth()])).toMatchObject({ reason: "opBadAuth" });
});

it("names the error that ended the call, the last one, not one that the contract caught", () => {
  const metric = diagnostic(xdr.ScVal.scvSymbol("core_metrics"), xdr.ScVal.scvSymbol("cpu_insn"));
  const [caught, ended] = [contractError(10), contractError(13_010)];
  expect(failed([trapped], [caught, ended, metric])).toMatchObject({
    code: 13_010,
    reason: expect.stringContaining("13010"),
  });
  const exceeded = error(xdr.ScError.sceBudget(xdr.ScErrorCode.scecExceededLimit));
  expect(failed([trapped], [caught, exceeded, metric])).toMatchObject({
    code: undefined,
    reason: "invokeHostFunctionTrapped",
  });
});
