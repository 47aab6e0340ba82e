import { fromStroops } from "@merit/client/money.ts";
import { Link, useParams } from "@tanstack/react-router";
import { isoOf, useLedger } from "../../ledger/rpc.ts";
import {
  authOf,
  callOf,
  eventsOf,
  feeSourceOf,
  innerOf,
  metaOf,
  signerOf,
  stepsOf,
  type Transaction,
  typeOf,
  usageOf,
} from "../../ledger/transactions.ts";
import { words } from "../../ledger/values.ts";
import { Heading } from "../../shell.tsx";
import { amount, count, short } from "../../ui/format.ts";
import { Card, Copyable, Empty, Facts, Shown, Status, Table, Time } from "../../ui/ui.tsx";
import { useContractName } from "./names.ts";

export function TransactionPage() {
  const { hash } = useParams({ from: "/dev/transactions/$hash" });
  const found = useLedger<Transaction>("getTransaction", { hash, xdrFormat: "json" });
  return (
    <div className="stack">
      <Heading title={`Transaction ${short(hash)}`} />
      <Shown of={found}>
        {(transaction) =>
          transaction.status === "NOT_FOUND" ? (
            <Empty>The node has no transaction with this hash, or it no longer keeps it.</Empty>
          ) : (
            <Found transaction={transaction} hash={hash} />
          )
        }
      </Shown>
    </div>
  );
}

const xlm = (value: string) => `${amount(fromStroops(value))} XLM`;

function Found({ transaction, hash }: { transaction: Transaction; hash: string }) {
  const { status, ledger, createdAt, resultJson } = transaction;
  const meta = metaOf(transaction);
  const usage = usageOf(transaction);
  const fees = meta?.ext.v1;
  return (
    <>
      <Card>
        <Facts
          of={[
            ["Status", <Status key="status" value={status === "SUCCESS" ? "success" : "failed"} />],
            ["Hash", <Copyable key="hash" value={hash} />],
            [
              "Ledger",
              <Link key="ledger" to="/dev/transactions" search={{ ledger }}>
                {count(ledger)}
              </Link>,
            ],
            ["Time", <Time key="time" at={isoOf(createdAt)} />],
            ["Source", <Copyable key="source" value={innerOf(transaction)?.source_account ?? ""} />],
            ["Fee paid by", <Copyable key="payer" value={feeSourceOf(transaction) ?? ""} />],
            ["Fee", xlm(resultJson.fee_charged)],
            ...(meta?.return_value ? [["Returned", words(meta.return_value)] as const] : []),
          ]}
        />
        {status === "FAILED" && <pre>{JSON.stringify(resultJson.result, null, 2)}</pre>}
      </Card>
      <Operations transaction={transaction} />
      <Events transaction={transaction} />
      {usage.length > 0 && (
        <Card title="Resources">
          <Table
            caption="Resources"
            rows={usage}
            keyOf={([what]) => what}
            empty=""
            columns={[
              { title: "Resource", cell: ([what]) => what },
              { title: "Used", isNumber: true, cell: ([, used]) => (used ? count(Number(used)) : "not told") },
              { title: "Allowed", isNumber: true, cell: ([, , allowed]) => count(Number(allowed)) },
            ]}
          />
          {fees && (
            <Facts
              of={[
                ["Fee for resources", xlm(fees.total_non_refundable_resource_fee_charged)],
                ["Fee for rent and events", xlm(fees.total_refundable_resource_fee_charged)],
                ["Rent in it", xlm(fees.rent_fee_charged)],
              ]}
            />
          )}
        </Card>
      )}
    </>
  );
}

function Operations({ transaction }: { transaction: Transaction }) {
  const nameOf = useContractName();
  return (
    <Card title="Operations">
      {(innerOf(transaction)?.operations ?? []).map((operation, index) => {
        const call = callOf(operation);
        const key = index;
        if (!call) {
          return (
            <div key={key}>
              <h3>{typeOf(operation)}</h3>
              <pre>{JSON.stringify(operation.body, null, 2)}</pre>
            </div>
          );
        }
        return (
          <div key={key}>
            <h3>
              <Link to="/dev/contracts/$id" params={{ id: call.contract_address }}>
                {nameOf(call.contract_address)}
              </Link>
              .{call.function_name}
            </h3>
            <ol className="values">
              {call.args.map((arg, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: arguments have nothing but their place
                <li key={place}>
                  <code>{words(arg)}</code>
                </li>
              ))}
            </ol>
            {authOf(operation).map((auth) => {
              const signer = signerOf(auth);
              return (
                <div key={JSON.stringify(auth)}>
                  <p className="flat">
                    Authorised by {signer ? <Copyable value={signer} /> : "the transaction's source"}:
                  </p>
                  <ul className="values">
                    {stepsOf(auth.root_invocation).map(({ depth, call: step }) => (
                      <li key={JSON.stringify(step)} className={depth > 0 ? "inner" : ""}>
                        <code>
                          {nameOf(step.contract_address)}.{step.function_name}({step.args.map(words).join(", ")})
                        </code>
                      </li>
                    ))}
                  </ul>
                </div>
              );
            })}
          </div>
        );
      })}
    </Card>
  );
}

function Events({ transaction }: { transaction: Transaction }) {
  const nameOf = useContractName();
  const events = eventsOf(transaction).map((event, index) => ({ ...event, index }));
  return (
    <Card title="Events">
      <Table
        caption="Events"
        rows={events}
        keyOf={({ index }) => index}
        empty="The transaction's contracts emitted no events."
        columns={[
          { title: "Contract", cell: ({ contract_id }) => (contract_id ? nameOf(contract_id) : "") },
          { title: "Topics", cell: ({ body }) => <code>{body.v0.topics.map(words).join(", ")}</code> },
          { title: "Data", cell: ({ body }) => <code>{words(body.v0.data)}</code> },
        ]}
      />
    </Card>
  );
}
