/** The fact that says behind which place no event was deleted. */
export const KEPT_FROM = "contract_events_kept_from";

/** Places between events, as their ids are: an event is within if its id is greater than `above` and less than `below`. */
export interface Span {
  above: string;
  below: string;
}

/** The place before all events. */
export const BEGINNING = "0000000000000000000-0000000000";

/** The span of all events: ids are digits and a hyphen. */
export const everything: Span = { above: "", below: "~" };

const LAST_INDEX = 9_999_999_999;
const idOf = (position: bigint, index: number) =>
  `${position.toString().padStart(19, "0")}-${String(index).padStart(10, "0")}`;

/** The place before the first event of a ledger: the upper 32 bits of an id's position are its ledger. */
export const beforeLedger = (ledger: number): string => idOf((BigInt(ledger) << 32n) - 1n, LAST_INDEX);

/** The place just before an event. */
export function before(id: string): string {
  const [position = "0", index = "0"] = id.split("-");
  return Number(index) > 0 ? idOf(BigInt(position), Number(index) - 1) : idOf(BigInt(position) - 1n, LAST_INDEX);
}

/** The part that two spans share. */
export const within = (a: Span, b: Span): Span => ({
  above: a.above > b.above ? a.above : b.above,
  below: a.below < b.below ? a.below : b.below,
});
