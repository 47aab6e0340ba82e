import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { isoOf, LEDGER, useLatest } from "../../ledger/rpc.ts";
import { callOf, innerOf, type Transaction, transactionsOf, typeOf } from "../../ledger/transactions.ts";
import { Heading } from "../../shell.tsx";
import { count, short } from "../../ui/format.ts";
import { Button, Card, Shown, Status, Table, TextField, Time } from "../../ui/ui.tsx";
import { useContractName } from "./names.ts";
import { Older } from "./older.tsx";

/** Ledgers that one page covers. */
const WINDOW = 100;

export function Transactions() {
  const navigate = useNavigate();
  const { ledger } = useSearch({ strict: false }) as { ledger?: number };
  const latest = useLatest();
  const to = ledger ?? latest.data?.sequence;
  const found = useQuery({
    queryKey: [LEDGER, "transactions", to, ledger],
    enabled: to !== undefined,
    queryFn: () => transactionsOf(Math.max(1, Number(to) - WINDOW + 1), Number(to)),
    placeholderData: (before) => before,
  });
  const nameOf = useContractName();
  return (
    <div className="stack">
      <Heading title="Transactions" />
      <Card>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const hash = String(new FormData(event.currentTarget).get("hash")).trim().toLowerCase();
            void navigate({ to: "/dev/transactions/$hash", params: { hash } });
          }}
        >
          <TextField
            label="Hash of a transaction"
            name="hash"
            required
            pattern="\s*[\da-fA-F]{64}\s*"
            spellCheck={false}
          />
          <div className="actions">
            <Button type="submit">Find</Button>
          </div>
        </form>
      </Card>
      <Card title={ledger ? `Up to ledger ${count(ledger)}` : "Newest"}>
        <Shown of={found}>
          {({ rows, from }) => (
            <>
              <Table
                caption="Transactions"
                rows={rows}
                keyOf={(row: Transaction) => row.txHash}
                empty={`No transactions from ledger ${count(from)} to ${count(Number(to))}.`}
                columns={[
                  {
                    title: "Transaction",
                    cell: ({ txHash }) => (
                      <Link to="/dev/transactions/$hash" params={{ hash: txHash }} title={txHash}>
                        {short(txHash)}
                      </Link>
                    ),
                  },
                  { title: "Does", cell: (row) => doesOf(row, nameOf) },
                  {
                    title: "Status",
                    cell: ({ status }) => <Status value={status === "SUCCESS" ? "success" : "failed"} />,
                  },
                  { title: "Ledger", isNumber: true, cell: (row) => count(row.ledger) },
                  { title: "Time", cell: ({ createdAt }) => <Time at={isoOf(createdAt)} /> },
                ]}
              />
              <Older to="/dev/transactions" ledger={ledger} first={from} />
            </>
          )}
        </Shown>
      </Card>
    </div>
  );
}

function doesOf(transaction: Transaction, nameOf: (id: string) => string): string {
  const times = new Map<string, number>();
  for (const operation of innerOf(transaction)?.operations ?? []) {
    const call = callOf(operation);
    const does = call ? `${nameOf(call.contract_address)}.${call.function_name}` : typeOf(operation);
    times.set(does, (times.get(does) ?? 0) + 1);
  }
  return [...times].map(([does, count]) => (count === 1 ? does : `${does} (${count} times)`)).join(", ");
}
