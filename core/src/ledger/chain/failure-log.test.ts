import { Address, nativeToScVal, StrKey, xdr } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { failureLog } from "./failure-log.ts";

const raw = new Uint8Array(32).fill(7);
const id = StrKey.encodeContract(raw);
const symbol = (text: string) => xdr.ScVal.scvSymbol(text);

function diagnostic(topics: xdr.ScVal[], data: xdr.ScVal, contract?: Uint8Array) {
  const body = xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data }));
  const contractId = contract ? xdr.ContractId.fromXdr(contract) : null;
  const event = new xdr.ContractEvent({
    ...{ contractId, type: xdr.ContractEventType.diagnostic, body, ext: xdr.ExtensionPoint.v0() },
  });
  return new xdr.DiagnosticEvent({ inSuccessfulContractCall: false, event });
}

it("tells in words what a failed call did, newest first", () => {
  const [context, own] = [
    xdr.ScVal.scvError(xdr.ScError.sceContext(xdr.ScErrorCode.scecInvalidAction)),
    xdr.ScVal.scvError(xdr.ScError.sceContract(13_010)),
  ];
  const args = xdr.ScVal.scvVec([new Address(id).toScVal(), nativeToScVal(5n, { type: "i128" as const })]);
  const log = failureLog([
    diagnostic([symbol("fn_call"), xdr.ScVal.scvBytes(raw), symbol("sign")], args),
    diagnostic([symbol("error"), own], xdr.ScVal.scvString("escalating error to panic"), raw),
    diagnostic([symbol("core_metrics"), symbol("cpu_insn")], xdr.ScVal.scvU32(9)),
    diagnostic(
      [symbol("error"), context],
      xdr.ScVal.scvVec([xdr.ScVal.scvString("Contract re-entry is not allowed"), new Address(id).toScVal()]),
      raw,
    ),
  ]);
  expect(log).toEqual([
    `${id} Error(Context, InvalidAction): Contract re-entry is not allowed ${id}`,
    expect.stringMatching(new RegExp(`^${id} contract error 13010 \\(\\w+\\): escalating error to panic$`)),
    `calls ${id} sign(${id}, 5)`,
  ]);
});
