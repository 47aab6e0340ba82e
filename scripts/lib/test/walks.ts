// The quick part of `npm run prove -- walks`: whether the files are still there that the walks of CONTRIBUTING.md change.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exists, root, StepError } from "../run.ts";

/** @throws StepError that names a file that a walk changes and that is gone, or one that it creates and that exists */
export function checkWalks(): void {
  const mistakes = globSync("test/walks/*.patch", { cwd: root }).flatMap((patch) => {
    const text = readFileSync(join(root, patch), "utf8");
    return [...text.matchAll(/^--- (.+)\n\+\+\+ b\/(.+)$/gm)].flatMap(([, before, file = ""]) => {
      const isNew = before === "/dev/null";
      if (exists(join(root, file)) !== isNew) return [];
      return `${patch} ${isNew ? "creates" : "changes"} ${file}, which ${isNew ? "exists" : "doesn't exist"}`;
    });
  });
  if (mistakes.length === 0) return;
  const renewal = "Run `npm run prove -- walks`, which says how to renew a patch.";
  throw new StepError(`${mistakes.join("\n")}\n${renewal}`);
}
