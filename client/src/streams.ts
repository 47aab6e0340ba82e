import { NoAnswer, StreamEnded } from "./errors.ts";

/** A message of a stream: an event, or, with `data` undefined, only the position that it has reached. */
export interface StreamEvent<Event> {
  /** Position to come back with. */
  id: string;
  data: Event | undefined;
}

/** The service says something every 30 s; a connection without that is dead. */
const SILENT_MS = 90_000;

/**
 * The events of an answer (server-sent events, as the service writes them).
 * @throws StreamEnded with the service's reason, NoAnswer when the connection breaks
 */
export async function* readStream<Event>(url: string, response: Response): AsyncGenerator<StreamEvent<Event>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = (await inTime(reader?.read())) ?? { value: undefined, done: true };
      if (done) return;
      text += value;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const { event, id, data } = fieldsOf(frame);
        if (event === "problem") throw new StreamEnded(JSON.parse(data ?? "{}"));
        if (id !== undefined) yield { id, data: data === undefined ? undefined : JSON.parse(data) };
      }
    }
  } catch (cause) {
    throw cause instanceof StreamEnded ? cause : new NoAnswer(`The stream ${url} broke off.`, { cause });
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

const fieldsOf = (frame: string): Record<string, string | undefined> =>
  Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));

function inTime<T>(read: Promise<T> | undefined): Promise<T> | undefined {
  if (!read) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("nothing came for 90 s")), SILENT_MS);
  });
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}
