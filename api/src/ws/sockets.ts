import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { notReady, Problem } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import { followAnnouncements } from "@merit/core/programmes/leaderboard/board.ts";
import { WebSocketServer } from "ws";
import { writeProblem } from "../http/client-errors.ts";
import { problemOf } from "../http/problem-answer.ts";
import { Connection, type Parts, type Timing } from "./connection.ts";
import type { Handshakes } from "./handshake.ts";
import { createLogIn } from "./login.ts";
import { MAX_MESSAGE_BYTES } from "./messages.ts";

/** A client that doesn't answer the close by then is cut off. */
const CLOSE_MS = 2000;

export interface Sockets {
  /** Takes no new connections, tells the open ones (1001), and resolves when all are gone. */
  close(): Promise<void>;
}

/** Serves /api/ws on the API's server: the leaderboard to every user, and to each client the topics that it asks for. */
export function openSockets(server: Server, context: Context, handshakes: Handshakes, timing: Timing): Sockets {
  const { live, metrics, log } = context;
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: MAX_MESSAGE_BYTES });
  const open = new Set<Connection>();
  const parts: Parts = { context, logIn: createLogIn(context), callers: handshakes.callers, timing };
  let whenEmpty: (() => void) | undefined;

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    if (whenEmpty) throw notReady("stopping", "The service is stopping. Connect again in a moment.");
    // However the handshake goes on, in the end the socket is closed.
    socket.once("close", handshakes.admit(request));
    sockets.handleUpgrade(request, socket, head, (client) => {
      const connection = new Connection(client, request, parts);
      open.add(connection);
      metrics.sockets.set(open.size);
      client.on("close", () => {
        open.delete(connection);
        metrics.sockets.set(open.size);
        if (open.size === 0) whenEmpty?.();
      });
    });
  }

  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      upgrade(request, socket, head);
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ err: error }, "WebSocket handshake failed");
      writeProblem(socket, problemOf(error));
    }
  });
  void followAnnouncements(context, () => open.size > 0, context.stopping.signal);
  const subscription = live.subscribe((message) => {
    const text = JSON.stringify(message);
    for (const connection of open) connection.sendLeaderboard(text);
  });

  return {
    async close() {
      subscription[Symbol.dispose]();
      const empty = new Promise<void>((resolve) => {
        whenEmpty = resolve;
      });
      for (const connection of open) connection.shutDown();
      if (open.size === 0) return;
      const timer = setTimeout(() => {
        for (const connection of open) connection.terminate();
      }, CLOSE_MS);
      await empty;
      clearTimeout(timer);
    },
  };
}
