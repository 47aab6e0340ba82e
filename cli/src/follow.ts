import type { StreamEvent } from "@merit/client/streams.ts";
import type { Client } from "./client.ts";
import { plain } from "./io.ts";
import type { Session } from "./session.ts";

interface Following<Event> {
  open(client: Client, onRetry: (error: Error, seconds: number) => void): AsyncIterable<StreamEvent<Event>>;
  /** Called once, when the first connection stands. */
  started?(): void;
  /** The next event is read when this one is done. */
  take(event: Event): Promise<void>;
}

/** Reads a stream until Ctrl-C, and says when it connects again. */
export async function follow<Event>(
  { client, io: { signal, err } }: Session,
  { open, started, take }: Following<Event>,
): Promise<void> {
  let hasStarted = false;
  const events = open(client, ({ message }, seconds) => err(`${plain(message)} Trying again in ${seconds} s.\n`));
  for await (const { data } of events) {
    if (!hasStarted) started?.();
    hasStarted = true;
    if (data !== undefined) await take(data);
    if (signal.aborted) return;
  }
}
