// Loaded into a process by `node --import`: it kills itself, as a power failure would, at the step that DIES_AT names.
// "print <pattern>": when it prints such a line. "send <pattern>": when the node has the transaction that it sends after such a line.
// "file <function> <name>": before it calls this function of node:fs for a file or folder whose name begins so.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

const [kind, ...words] = (process.env.DIES_AT ?? "").split(" ");
const die = () => process.kill(process.pid, "SIGKILL");

/** Calls `act` when a line of the standard output matches. */
function onLine(pattern, act) {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = (text, ...more) => {
    if (new RegExp(pattern).test(String(text))) act();
    return write(text, ...more);
  };
}

const kinds = {
  print: (...pattern) => onLine(pattern.join(" "), die),
  send(...pattern) {
    let isArmed = false;
    onLine(pattern.join(" "), () => {
      isArmed = true;
    });
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
      const isSent = isArmed && String(init?.body).includes('"sendTransaction"');
      const answer = await fetch(url, init);
      if (isSent) die();
      return answer;
    };
  },
  file(name, start) {
    const original = fs[name];
    fs[name] = (path, ...more) => {
      if (basename(String(path)).startsWith(start)) die();
      return original(path, ...more);
    };
    syncBuiltinESMExports();
  },
};

kinds[kind](...words);
