import { existsSync } from "node:fs";
import { installPackages } from "./debian.ts";

/** The first one has no windows, menus and extensions, and needs little more than half of the processor's time. */
const PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of the browser for tests: CHROMIUM, or one that is installed, or Debian's package, which is installed if need be. */
export async function chromium(): Promise<string> {
  const found = process.env.CHROMIUM ?? PATHS.find(existsSync);
  if (found !== undefined) return found;
  const otherwise = "The browser tests need Chromium. Install it, or set CHROMIUM to its path.";
  await installPackages(["chromium-headless-shell"], otherwise);
  return PATHS[0] as string;
}
