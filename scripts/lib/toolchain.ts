// Rust's tools: a compiler that is new enough, and the wasm target, which some machines can't download.
import { join } from "node:path";
import { installPackages } from "./debian.ts";
import { download } from "./download.ts";
import { exists, output, run, StepError, step } from "./run.ts";

const MINIMUM = [1, 93] as const;
const TARGET = "wasm32v1-none";
const DEBIAN_PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/** @throws StepError when cargo is missing or rustc older than the contracts' SDK needs. */
export async function checkRust(): Promise<void> {
  const version = await output("rustc", ["--version"]);
  const cargo = await output("cargo", ["--version"]);
  if (!version || !cargo) {
    throw new StepError("Rust was not found. Install it from https://rustup.rs and open a new terminal.");
  }
  const [major = 0, minor = 0] = version.replace("rustc ", "").split(".").map(Number);
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
    throw new StepError(
      `${version} is too old: ${MINIMUM.join(".")} or newer is needed. Run \`rustup update stable\`.`,
    );
  }
}

/** Downloads all that cargo builds here. It takes no time if all is there. */
export async function fetchCrates(): Promise<void> {
  const host = await hostTarget();
  const targets = [...(host ? ["--target", host] : []), "--target", TARGET];
  await download("the crates", () => run("cargo", ["fetch", "--locked", "--quiet", ...targets]));
}

const hostTarget = async () => (await output("rustc", ["-vV"]))?.match(/^host: (.*)$/m)?.[1];

/**
 * Environment with which cargo can compile for the contracts' target: empty where the toolchain has it or rustup can
 * download it; else one that builds `core` and `alloc` from Debian's packaged sources.
 */
export async function wasmEnvironment(): Promise<Record<string, string>> {
  if (process.env.MERIT_WASM_TOOLCHAIN !== "debian") {
    const sysroot = await output("rustc", ["--print", "sysroot"]);
    if (sysroot && exists(join(sysroot, "lib", "rustlib", TARGET))) return {};
    step(`Adding the Rust target ${TARGET}`);
    const added =
      (await output("rustup", ["--version"])) !== undefined &&
      (await download(`the target ${TARGET}`, () => run("rustup", ["target", "add", TARGET])).then(
        () => true,
        () => false,
      ));
    if (added) return {};
  }
  return debianEnvironment();
}

async function debianEnvironment(): Promise<Record<string, string>> {
  const source = "/usr/src/rustc-*";
  if (!exists("/usr/bin/cargo") || !(await installed("rust-web-src"))) await installDebianPackages(source);
  return {
    CARGO: "/usr/bin/cargo",
    RUSTC: "/usr/bin/rustc",
    RUSTC_BOOTSTRAP: "1",
    CARGO_UNSTABLE_BUILD_STD: "core,alloc",
    CARGO_TARGET_WASM32V1_NONE_LINKER: await linker(),
  };
}

async function installed(name: string): Promise<boolean> {
  return (await output("dpkg-query", ["--show", name])) !== undefined;
}

async function installDebianPackages(source: string): Promise<void> {
  await installPackages(
    DEBIAN_PACKAGES,
    `the Rust target ${TARGET} could not be added. Run \`rustup target add ${TARGET}\` where a rustup server is in reach, ` +
      `or on Debian, as root: apt-get install ${DEBIAN_PACKAGES.join(" ")} (its sources end up in ${source}).`,
  );
}

/** rustup's toolchain ships a linker for wasm; Debian's package lld brings one elsewhere. */
async function linker(): Promise<string> {
  const sysroot = await output("rustc", ["--print", "sysroot"]);
  const bundled = join(sysroot ?? "", "lib", "rustlib", (await hostTarget()) ?? "", "bin", "rust-lld");
  if (exists(bundled)) return bundled;
  if (exists("/usr/bin/wasm-ld")) return "/usr/bin/wasm-ld";
  throw new StepError("no linker for wasm was found. Install Debian's package `lld` (it brings wasm-ld).");
}
