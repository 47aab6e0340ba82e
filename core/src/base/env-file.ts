import { existsSync } from "node:fs";

/** Takes over the settings of `.env` in this folder, if there is one; what the environment has already, stays. @throws Error for a person */
export function loadEnvFile(): void {
  if (!existsSync(".env")) return;
  try {
    process.loadEnvFile(".env");
  } catch (error) {
    throw new Error(`.env can't be read (${(error as Error).message}): make it a file that this user may read.`);
  }
}
