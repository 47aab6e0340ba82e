import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import { headersTooLarge, invalidRequest, type Problem, requestTimeout } from "@merit/core/errors.ts";
import { presentProblem } from "./problems.ts";

/** What isn't even HTTP never reaches the application: Node's parser reports it here. */
export function answerClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const problem = problemOf(error.code);
    const id = randomUUID();
    const body = JSON.stringify(presentProblem(problem, id));
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json\r\n` +
        `X-Request-Id: ${id}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

function problemOf(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  return invalidRequest("This is not a valid HTTP/1.1 request.");
}
