// Tools from PyPI, each set up once in a virtual environment of its own below target/.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./debian.ts";
import { download } from "./download.ts";
import { output, root, run, StepError, step, targetFolder } from "./run.ts";
import { hashOf, unlessDone } from "./stamp.ts";

const MINIMUM = [3, 10] as const;

/** Locked sets of packages, with versions and hashes: files below the root. */
const sets = {
  schemathesis: "test/schemathesis/requirements.txt",
  /** Packages for the receivers of webhooks that the documentation shows. */
  receivers: "test/e2e/webhook-receivers.requirements.txt",
  /** The generator of a client. */
  clients: "test/e2e/python-client.requirements.txt",
  "stellar-sdk": "localnet/rpc/tests/python/requirements.txt",
} as const;

/**
 * Folder of the commands of a set of packages.
 * @throws StepError where there is no Python to do it with
 */
export async function pythonTools(name: keyof typeof sets): Promise<string> {
  const requirements = sets[name];
  const folder = join(targetFolder, "python", name);
  const commands = join(folder, process.platform === "win32" ? "Scripts" : "bin");
  const python = await findPython();
  await unlessDone(join(folder, ".inputs"), `${python.version}\n${hashOf([requirements])}`, async () => {
    step(`Setting up ${name} (from PyPI, below target/)`);
    rmSync(folder, { recursive: true, force: true });
    await createEnvironment(python.command, folder);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"];
    const args = [...pip, "--only-binary", ":all:", "-r", join(root, requirements)];
    await download(`${name}, a set of Python packages,`, () => run(join(commands, "python"), args));
  });
  return commands;
}

async function findPython(): Promise<{ command: string; version: string }> {
  const wanted = `Python ${MINIMUM.join(".")} or newer`;
  for (const command of ["python3", "python"]) {
    const version = (await output(command, ["--version"]))?.replace("Python ", "");
    const [major = 0, minor = 0] = version?.split(".").map(Number) ?? [];
    if (version && major === MINIMUM[0] && minor >= MINIMUM[1]) return { command, version };
  }
  throw new StepError(
    `${wanted} was not found. Install it from https://python.org or by the system's packages (python3, python3-venv).`,
  );
}

/** Debian has the parts that `venv` needs in a separate package. */
async function createEnvironment(python: string, folder: string): Promise<void> {
  const create = () => run(python, ["-m", "venv", folder]);
  if ((await output(python, ["-c", "import ensurepip, venv"])) !== undefined) return create();
  const otherwise = "Python's module venv is missing. On Debian and Ubuntu: apt-get install python3-venv.";
  await installPackages(["python3-venv"], otherwise);
  return create();
}
