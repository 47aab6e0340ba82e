import { useMutation } from "@tanstack/react-query";
import Papa from "papaparse";
import { useEffect, useRef, useState } from "react";
import { download } from "../../../ui/download.ts";
import { count } from "../../../ui/format.ts";
import { Button, Card, Facts, Failure, Notice } from "../../../ui/ui.tsx";
import type { Opened } from "./list.tsx";
import { type Fate, type Progress, readIssuances, type Sent, sendList } from "./send-list.ts";
import { forgetUnfinished, rememberUnfinished } from "./unfinished.ts";

interface Props {
  list: Opened;
  /** Rows that were issued before, as the check says, by their index; undefined if it hasn't ended. */
  before: ReadonlySet<number> | undefined;
  again(): void;
}

/** Sends a list, and shows how far it is. Whoever leaves the page can go on later with the same file. */
export function Sending({ list, before, again }: Props) {
  const { name, campaignId, reader } = list;
  const total = list.preview.count;
  const [progress, setProgress] = useState<Progress>({ sent: 0, accepted: 0, repeated: 0, refused: 0 });
  const known = useRef<Sent>({ fates: [], isUnsure: false });
  const control = useRef(new AbortController());
  const sending = useMutation({
    mutationFn: () => {
      control.current = new AbortController();
      const rows = (from: number, to: number) => reader.rows(from, to);
      const report = (next: Progress) => {
        setProgress(next);
        if (next.sent < total) rememberUnfinished({ name, sent: next.sent, count: total });
        else forgetUnfinished();
      };
      const { signal } = control.current;
      return sendList({ campaignId, count: total, rows, before }, known.current, { signal, report });
    },
  });
  const { mutate, isPending } = sending;
  useEffect(() => {
    mutate();
    return () => control.current.abort();
  }, [mutate]);
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isPending]);
  const result = useMutation({ mutationFn: () => resultFile(list, known.current.fates) });
  const { sent, accepted, repeated, refused, pending, trouble } = progress;
  const isSent = sent === total;
  const settled = isSent && pending !== undefined ? accepted + repeated - pending : 0;
  return (
    <Card title={name}>
      <div className="stack">
        <label className="stack">
          <span>
            {count(sent)} of {count(total)} rows sent
          </span>
          <progress className="meter" max={total} value={sent} />
        </label>
        <label className="stack">
          <span>
            {count(settled)} of {count(accepted + repeated)} rewards paid or failed
          </span>
          <progress className="meter" max={Math.max(accepted + repeated, 1)} value={settled} />
        </label>
        <Facts
          of={[
            ["Accepted", count(accepted)],
            ["Issued before, not paid again", count(repeated)],
            ["Refused", count(refused)],
            ["Still pending", pending === undefined ? "" : count(pending)],
          ]}
        />
        {trouble && (
          <Notice tone="warning" title="It waits">
            {trouble}
          </Notice>
        )}
        {sending.error && !control.current.signal.aborted && <Failure error={sending.error} />}
        {sending.isSuccess && (
          <Notice tone={refused > 0 ? "warning" : "success"} title="Done">
            {refused > 0 && `${count(refused)} rows were refused; the result file says why. `}
            {before?.size === total
              ? "All rows had been issued before, and nothing was paid again. To pay the same list once more, choose it again with the name of a round."
              : "The result file shows what became of each row."}
          </Notice>
        )}
        {result.error && <Failure error={result.error} retry={() => result.mutate()} />}
        <div className="actions">
          {isSent && (
            <Button look="primary" busy={result.isPending} onClick={() => result.mutate()}>
              Download the result
            </Button>
          )}
          {isPending && !isSent && <Button onClick={() => control.current.abort()}>Stop</Button>}
          {sending.isError && (
            <Button look="primary" onClick={() => mutate()}>
              Go on
            </Button>
          )}
          {!isPending && <Button onClick={again}>Another file</Button>}
        </div>
      </div>
    </Card>
  );
}

/** What a spreadsheet would run as a formula: the beginnings that core/src/operations/reports/formats.ts has for reports. */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠｜％]/;

/** The rows of the list with what became of each. */
async function resultFile({ name, campaignId, reader, preview }: Opened, fates: Fate[]): Promise<void> {
  const rows = await reader.rows(0, preview.count);
  const ids = new Set(fates.flatMap(({ id }) => id ?? []));
  const issuances = await readIssuances(campaignId, ids, new AbortController().signal);
  const lines = rows.map(({ line, wallet_address, amount, idempotency_key }, index) => {
    const { id, refused } = fates[index] ?? {};
    const issuance = id === undefined ? undefined : issuances.get(id);
    return {
      line,
      wallet_address,
      amount,
      idempotency_key,
      issuance_id: id ?? "",
      status: issuance?.status ?? "refused",
      tx_hash: issuance?.tx_hash ?? "",
      reason: refused ?? issuance?.error_message ?? "",
    };
  });
  const text = Papa.unparse(lines, { escapeFormulae: FORMULA, newline: "\r\n" });
  download(name.replace(/(\.csv)?$/i, "-result.csv"), text);
}
