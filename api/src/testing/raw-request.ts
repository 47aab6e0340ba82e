import { type IncomingHttpHeaders, request } from "node:http";

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request as any client can send it: `fetch` doesn't let its caller choose the host. */
export const rawRequest = (
  url: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      reply.on("error", reject);
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }));
    });
    sent.on("error", reject).end(body);
  });
