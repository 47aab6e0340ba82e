import type { Command } from "commander";
import type { Io } from "../io.ts";

export function governanceLists(_governance: Command, _io: Io): void {}
