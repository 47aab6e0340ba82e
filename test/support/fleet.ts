import { setTimeout as pause } from "node:timers/promises";
import type { ProcessRole } from "@merit/core/store/db/schema/processes.ts";
import { bundled } from "./bundle.ts";
import { freePort, Process } from "./processes.ts";
import { type Env, QUICK } from "./world.ts";

export interface Member {
  role: ProcessRole;
  /** Port of its API, if it serves it. */
  port: number;
  process: Process;
  /** Output of the processes before it. */
  earlier: string;
}

/** The processes of a service on several machines. One that ends is started again, as systemd does. */
export class Fleet {
  readonly members: Member[] = [];
  readonly #env: Env;
  #isOver = false;

  constructor(env: Env) {
    this.#env = env;
  }

  async add(role: ProcessRole): Promise<Member> {
    const port = await freePort();
    const start = () => {
      const env = { ...QUICK, ...this.#env, PORT: String(port) };
      return new Process(role, process.execPath, [bundled, "serve", role], env);
    };
    const member = { role, port, process: start(), earlier: "" };
    this.members.push(member);
    void this.#keep(member, start);
    return member;
  }

  /** Ports of its APIs. */
  get ports(): number[] {
    return this.members.flatMap(({ role, port }) => (role === "api" ? port : []));
  }

  /** All that its processes have printed. */
  get output(): string {
    return this.members.map(({ role, earlier, process }) => `--- ${role}\n${earlier}${process.output}`).join("\n");
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.members.map(({ process }) => process.kill()));
  }

  async #keep(member: Member, start: () => Process): Promise<void> {
    for (;;) {
      await new Promise((resolve) => member.process.child.once("exit", resolve));
      await pause(100);
      if (this.#isOver) return;
      member.earlier = (member.earlier + member.process.output).slice(-50_000);
      member.process = start();
    }
  }
}
