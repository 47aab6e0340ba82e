import { createSocket } from "node:dgram";
import { once } from "node:events";

const [A, AAAA] = [1, 28];
const HEADER = 12;

/** A name server (RFC 1035). */
export interface NameServer extends AsyncDisposable {
  /** Address and port of the server. */
  place: string;
  /** Names whose IPv4 address was asked for. */
  asked: string[];
}

/** @param answer the IPv4 address of a name; null: it never answers. It has no other records. */
export async function startNameServer(answer: (name: string, count: number) => string | null): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { address, port }) => {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end);
    if (type === A) asked.push(name);
    const found = answer(name, asked.filter((other) => other === name).length);
    if (found === null) return;
    const question = query.subarray(HEADER, end + 4);
    const record = type === A ? addressRecord(found) : Buffer.alloc(0);
    const header = Buffer.alloc(HEADER);
    query.copy(header, 0, 0, 2);
    // An answer without an error; one question, and one record or none.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(record.length > 0 ? 1 : 0, 6);
    if (type === A || type === AAAA) socket.send(Buffer.concat([header, question, record]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    place: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** The name that a query asks for, and where it ends. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** Record for the name of the question, of class IN, to be kept for no time. */
const addressRecord = (address: string): Buffer =>
  Buffer.from([0xc0, HEADER, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
