import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Problem } from "@merit/core/base/errors.ts";
import { presentProblem } from "./problem-answer.ts";
import { headersTooLarge, invalidRequest, requestTimeout } from "./problems.ts";

/** Requests that aren't valid HTTP never reach the application: Node's parser reports them here. */
export function answerClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    writeProblem(socket, problemOf(error.code));
  });
}

/** Answers on a socket that no application serves, and closes it. */
export function writeProblem(socket: Duplex, problem: Problem): void {
  const id = randomUUID();
  const body = JSON.stringify(presentProblem(problem, id));
  const headers = {
    "Content-Type": "application/problem+json",
    "X-Request-Id": id,
    ...problem.headers,
    Connection: "close",
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("")}\r\n${body}`);
}

function problemOf(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  return invalidRequest("This is not a valid HTTP/1.1 request.");
}
