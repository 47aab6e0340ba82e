// Stands between a client and PostgreSQL as a network would: what the client sends arrives later. node delay-proxy.ts SOCKET MS
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

const [socket = "", delay] = process.argv.slice(2);
const server = createServer((client) => {
  const upstream = connect(socket);
  client.setNoDelay(true);
  client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
  upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
  client.on("data", (data) => setTimeout(() => upstream.write(data), Number(delay)));
  upstream.on("data", (data) => client.write(data));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
