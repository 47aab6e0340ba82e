import { type Client, createClient } from "@merit/client/client.ts";
import { ApiProblem } from "@merit/client/errors.ts";
import type { BodyOf } from "@merit/client/types.ts";

// The start page can be read without this script, which copies commands and shows the state of the service.

type Health = BodyOf<"GET /health">;

/** Health answers this while it can't serve. */
const UNAVAILABLE = 503;
const TIMEOUT_MS = 10_000;
/** Address in the commands, which is another one for most services. */
const USUAL_ADDRESS = "http://localhost:3000";

/** The checked parts, by what they are for. */
const PARTS: Record<keyof Health["checks"], string> = {
  api: "Calls",
  database: "Database",
  rpc: "Ledger",
  indexer: "Contract events",
  worker: "Payouts",
};

function find(selector: string, within: ParentNode = document): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/** Copies a command, or selects it where the browser lets no page copy: one by plain http from another machine may not. */
async function copy(code: HTMLElement, label: HTMLElement): Promise<void> {
  const said = find("#said");
  // The same text twice would not be read out again.
  said.textContent = "";
  try {
    await navigator.clipboard.writeText(code.textContent);
    label.textContent = "Copied";
    said.textContent = "The command is copied.";
  } catch {
    getSelection()?.selectAllChildren(code);
    label.textContent = "Selected";
    said.textContent = "This page may not copy. The command is selected: copy it with the keyboard.";
  }
}

for (const group of document.querySelectorAll(".groups > li")) {
  // A block that scrolls sideways on a phone must be reachable by keyboard, which not all browsers see to.
  find("pre", group).tabIndex = 0;
  const code = find("pre code", group);
  code.textContent = code.textContent.replace(USUAL_ADDRESS, location.origin);
  const button = find("button", group);
  const label = find("span", button);
  button.addEventListener("click", () => void copy(code, label));
  button.addEventListener("blur", () => {
    label.textContent = "Copy";
  });
}

interface State {
  /** Class of the line that tells it. */
  name: "loading" | "well" | "degraded" | "away";
  /** Short, so that it is one line on a phone as well, and what follows stays where it is. */
  word: string;
  facts?: { network: string; ledger: string; version: string };
  reasons?: readonly (readonly [part: string, reason: string])[];
}

function show({ name, word, facts, reasons = [] }: State): void {
  find("#word").className = name;
  find("#word").textContent = word;
  for (const fact of ["network", "ledger", "version"] as const) find(`#${fact}`).textContent = facts?.[fact] ?? "–";
  const shown = reasons.map(([part, reason]) => element("li", element("strong", part), `: ${reason}`));
  find("#reasons").replaceChildren(...(shown.length > 0 ? [element("ul", ...shown)] : []));
}

const client: Client = createClient({ url: "/api" });

async function look(): Promise<State> {
  const options = { timeoutMs: TIMEOUT_MS };
  // A service that can answer nothing else tells its health.
  const network = client.call("GET /network", options).then(
    ({ body }) => body.network,
    () => "unknown",
  );
  const { body } = await client.call("GET /health", { ...options, accept: [UNAVAILABLE] });
  const { status, version, checks } = body;
  const facts = { network: await network, ledger: String(checks.rpc.ledger ?? "unknown"), version };
  if (status === "ok") return { name: "well", word: "All parts work.", facts };
  const failed = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((part) => checks[part].status !== "ok");
  return {
    name: "degraded",
    word: "Not all parts work.",
    facts,
    reasons: failed.map((part) => [PARTS[part], `${checks[part].detail ?? "failed"}.`] as const),
  };
}

function failed(error: unknown): State {
  if (error instanceof ApiProblem)
    return { name: "away", word: "The service answered with an error.", reasons: [["Its answer", error.message]] };
  const reasons = [
    ["What to do", "check your connection, then check again. If that doesn't help, tell whoever runs the service."],
  ] as const;
  return { name: "away", word: "The service can't be reached.", reasons };
}

let isLooking = false;
async function lookAgain(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  show({ name: "loading", word: "Checking …" });
  show(await look().catch(failed));
  isLooking = false;
}

find("#again").addEventListener("click", () => void lookAgain());
void lookAgain();
