import { type Browser, chromium } from "playwright-core";

// A real Chromium. It must not look for servers of its maker, which no test machine reaches.
const QUIET = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-sync", ...QUIET];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS });
