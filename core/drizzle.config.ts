import { defineConfig } from "drizzle-kit";

// `npx drizzle-kit generate` in this folder writes the next migration from the schema.
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/store/db/schema/*.ts",
  out: "./src/store/db/migrations",
});
