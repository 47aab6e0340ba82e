import { fromStroops, toStroops } from "@merit/client/money.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { type Bar, BarChart } from "../../ui/chart.tsx";
import { amount, counted, shortUtcDate, utcDate } from "../../ui/format.ts";
import { Card, Empty, Shown } from "../../ui/ui.tsx";

const DAYS = 14;
const DAY_MS = 86_400_000;

interface Line {
  time: string;
  type: string;
  payments: number;
  amount: string;
}

/** The service reads all entries of the time before as well, so it isn't asked again at every event. */
const STALE_MS = 60_000;

/** Shows what was paid on each of the last days (UTC, as statements have it). */
export function Days() {
  const { asset } = useConfig();
  const days = useQuery({
    queryKey: ["days"],
    queryFn: readDays,
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  });
  return (
    <Card title={`Paid in the last ${DAYS} days`}>
      <Shown of={days}>
        {(bars) => (
          <>
            <BarChart
              caption={`${asset.code} paid by day`}
              heads={["Day", "Paid"]}
              bars={bars.map(({ day, paid, payments }): Bar => {
                const text = `${amount(fromStroops(paid), asset.code)}, ${counted(payments, "payment")}`;
                return { title: utcDate(day), short: shortUtcDate(day), value: Number(paid), text };
              })}
            />
            {bars.every(({ payments }) => payments === 0) && (
              <Empty>Nothing was paid in these days. Issue a reward, and it appears here.</Empty>
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}

/** Sums by day of the statement's lines, which come from the ledger. */
async function readDays() {
  const now = Date.now();
  const first = Math.floor(now / DAY_MS) - DAYS + 1;
  const query = {
    from: new Date(first * DAY_MS).toISOString(),
    to: new Date((first + DAYS) * DAY_MS).toISOString(),
    format: "ndjson",
  } as const;
  const file = (await api.merchant.call("GET /merchants/me/statement", { query })).body;
  const days = Array.from({ length: DAYS }, (_, index) => ({
    day: new Date((first + index) * DAY_MS).toISOString(),
    paid: 0n,
    payments: 0,
  }));
  for (const text of file.split("\n").filter(Boolean)) {
    const line: Line = JSON.parse(text);
    const day = days[Math.floor(Date.parse(line.time) / DAY_MS) - first];
    if (!day || (line.type !== "reward" && line.type !== "claim")) continue;
    day.paid += toStroops(line.amount);
    day.payments += line.payments;
  }
  return days;
}
