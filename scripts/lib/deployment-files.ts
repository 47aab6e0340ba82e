import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./run.ts";

// The files below `deploy`, as tests read them.

const read = (file: string) => readFileSync(join(root, "deploy", file), "utf8");

export interface Service {
  image: string;
  profiles: string[];
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  stop_grace_period: string;
  restart: string;
}

export interface Compose {
  services: Record<string, Service>;
}

export const composeText = () => read("compose.yaml");
export const compose = (): Compose => parse(composeText(), { merge: true });
export const dockerfile = () => read("Dockerfile");

export const units = ["merit@.service", "merit-api@.service"] as const;

export interface Unit {
  /** The words of its command; `%i` is the instance. */
  command: string[];
  timeoutStopSec: number;
  text: string;
}

export function unit(name: (typeof units)[number]): Unit {
  const text = read(`systemd/${name}`);
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1] ?? "";
  return { command: value("ExecStart").split(" "), timeoutStopSec: Number(value("TimeoutStopSec")), text };
}
