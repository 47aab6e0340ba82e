import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { ask, isoOf, LEDGER, useLatest } from "../../ledger/rpc.ts";
import { Heading } from "../../shell.tsx";
import { count } from "../../ui/format.ts";
import { Card, Copyable, Shown, Table, Time } from "../../ui/ui.tsx";
import { Older } from "./older.tsx";

interface Ledger {
  sequence: number;
  hash: string;
  ledgerCloseTime: string;
  headerJson: { header: { ledger_version: number; base_fee: number } };
  metadataJson: { v2?: { tx_processing: unknown[] } };
}

const PER_PAGE = 20;

export function Ledgers() {
  const { ledger } = useSearch({ strict: false }) as { ledger?: number };
  const latest = useLatest();
  const to = ledger ?? latest.data?.sequence;
  const ledgers = useQuery({
    queryKey: [LEDGER, "ledgers", to],
    enabled: to !== undefined,
    placeholderData: (before) => before,
    queryFn: async () => {
      const startLedger = Math.max(1, Number(to) - PER_PAGE + 1);
      const pagination = { limit: Number(to) - startLedger + 1 };
      const found = await ask<{ ledgers: Ledger[] }>("getLedgers", { startLedger, pagination, xdrFormat: "json" });
      return found.ledgers.reverse();
    },
  });
  return (
    <div className="stack">
      <Heading title="Ledgers" />
      <Card>
        <Shown of={ledgers}>
          {(rows) => (
            <>
              <Table
                caption="Ledgers"
                rows={rows}
                keyOf={({ sequence }) => sequence}
                empty="The node has no ledgers of this range."
                columns={[
                  {
                    title: "Ledger",
                    isNumber: true,
                    cell: ({ sequence }) => (
                      <Link to="/dev/transactions" search={{ ledger: sequence }}>
                        {count(sequence)}
                      </Link>
                    ),
                  },
                  { title: "Closed", cell: ({ ledgerCloseTime }) => <Time at={isoOf(ledgerCloseTime)} /> },
                  {
                    title: "Transactions",
                    isNumber: true,
                    cell: ({ metadataJson }) => count(metadataJson.v2?.tx_processing.length ?? 0),
                  },
                  { title: "Hash", cell: ({ hash }) => <Copyable value={hash} /> },
                  { title: "Protocol", isNumber: true, cell: ({ headerJson }) => headerJson.header.ledger_version },
                ]}
              />
              <Older to="/dev/ledgers" ledger={ledger} first={Number(rows.at(-1)?.sequence ?? 1)} />
            </>
          )}
        </Shown>
      </Card>
    </div>
  );
}
