// Runs once for all system tests.
import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { createTemplate } from "./template.ts";

declare module "vitest" {
  interface ProvidedContext {
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await createTemplate();
  project.provide("template", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
