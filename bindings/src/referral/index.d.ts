export { Client } from "./client.js";
export * from "./types.js";
