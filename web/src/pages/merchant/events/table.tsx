import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { count } from "../../../ui/format.ts";
import { Button, Copyable, Empty, Facts, Failure, Loading, Time } from "../../../ui/ui.tsx";
import { type ContractEvent, type EventFilter, rowsOf, useEvents } from "./use-events.ts";

/** Height of a row, as the style sheet has it. */
const ROW = 40;
/** Rows that come into the document together. */
const GROUP = 5;
/** The virtualizer is told of so many groups more at a time: it makes lists of all of them whenever their number changes. */
const GROUPS = 1_000;
/** Older events are loaded before one scrolls to the last. */
const AHEAD = 30;

/** Any number of events: only the rows in sight, and some around them, are in the document. */
export function EventTable({ query, isLive }: { query: EventFilter; isLive: boolean }) {
  const { lists, added, older } = useEvents(query, isLive);
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const [shown, setShown] = useState<ContractEvent>();
  const box = useRef<HTMLElement>(null);
  const groups = useVirtualizer({
    count: Math.ceil(total / GROUP / GROUPS) * GROUPS,
    getScrollElement: () => box.current,
    estimateSize: () => GROUP * ROW,
    overscan: 1,
    useFlushSync: false,
  });
  useStay(box, added);
  const inSight = groups.getVirtualItems();
  const first = (inSight[0]?.index ?? 0) * GROUP;
  const end = Math.min(((inSight.at(-1)?.index ?? 0) + 1) * GROUP, total);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = older;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && end > total - AHEAD) void fetchNextPage();
  }, [end, total, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (older.isPending) return <Loading />;
  if (older.error && total === 0) return <Failure error={older.error} retry={() => void older.refetch()} />;
  if (total === 0) {
    return <Empty>No event matches{isLive ? " yet: the next one appears here as it happens" : ""}.</Empty>;
  }
  return (
    <>
      <p className="flat">
        {count(total)} events{hasNextPage ? ", and older ones as you scroll" : ""}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="tall" ref={box} aria-label="Contract events" tabIndex={0}>
        <table className="Table events" aria-rowcount={hasNextPage ? -1 : total + 1}>
          <caption className="hidden">Contract events, newest first</caption>
          <thead>
            <tr aria-rowindex={1}>
              {["Type", "Contract", "Ledger", "Time", "Transaction"].map((title) => (
                <th key={title} scope="col" className={title === "Ledger" ? "number" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={first * ROW} />
            {rowsOf(lists, first, end).map((event, index) => (
              <Row key={event.id} event={event} index={first + index} show={setShown} />
            ))}
            <Gap height={(total - end) * ROW} />
          </tbody>
        </table>
      </section>
      {older.error && <Failure error={older.error} retry={() => void fetchNextPage()} />}
      {shown && <Details of={shown} close={() => setShown(undefined)} />}
    </>
  );
}

/** Rows that are added above push nothing that somebody reads. */
function useStay(box: React.RefObject<HTMLElement | null>, added: number): void {
  const before = useRef(0);
  useLayoutEffect(() => {
    if (box.current && box.current.scrollTop > ROW) box.current.scrollTop += (added - before.current) * ROW;
    before.current = added;
  }, [box, added]);
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr>
      <td colSpan={5} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );

interface RowProps {
  event: ContractEvent;
  index: number;
  show(event: ContractEvent): void;
}

/** Kept as it is while others come and go. */
const Row = memo(function Row({ event, index, show }: RowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      <td>
        <button type="button" className="link" onClick={() => show(event)}>
          {event.type}
        </button>
      </td>
      <td>{event.contract}</td>
      <td className="number">{count(event.ledger)}</td>
      <td>
        <Time at={event.ledger_closed_at} />
      </td>
      <td>
        <Copyable value={event.tx_hash} label="the transaction's hash" />
      </td>
    </tr>
  );
});

const Details = ({ of: event, close }: { of: ContractEvent; close(): void }) => (
  <Dialog title={`${event.contract}.${event.type}`} onClose={close}>
    {(closeDialog) => (
      <div className="stack">
        <Facts
          of={[
            ["Id", event.id],
            ["Ledger", count(event.ledger)],
            ["Time", <Time key="time" at={event.ledger_closed_at} />],
            ["Contract", <Copyable key="contract" value={event.contract_id} label="the contract's id" />],
            ["Transaction", <Copyable key="tx" value={event.tx_hash} label="the transaction's hash" />],
          ]}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className="data" tabIndex={0}>
          {JSON.stringify(event.data, null, 2)}
        </pre>
        <p className="flat">Amounts are in stroops, of which a token has ten million.</p>
        <div className="actions">
          <Button onClick={closeDialog}>Close</Button>
        </div>
      </div>
    )}
  </Dialog>
);
