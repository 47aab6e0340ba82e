import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstLoad } from "./first-load.ts";

/** Serves the start page, and the app for each of its pages, while one develops, as the API does. */
function pages(): Plugin {
  return {
    name: "pages",
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const { url = "", headers } = request;
        if (url === "/") request.url = "/app/index.html";
        else if (url.startsWith("/app/") && headers.accept?.includes("text/html")) request.url = "/app/app.html";
        next();
      });
    },
  };
}

// The API serves what this builds: index.html at /, app.html at /app and below, the rest at /app/assets.
export default defineConfig({
  root: import.meta.dirname,
  base: "/app/",
  plugins: [react(), firstLoad(), pages()],
  // Two builds: in one, code that both pages load would become a third file, and several files are slower on a slow processor.
  builder: {},
  environments: {
    client: { build: { rolldownOptions: { input: "app.html" } } },
    start: { consumer: "client", build: { rolldownOptions: { input: "index.html" }, emptyOutDir: false } },
  },
  build: {
    // The strict content security policy allows neither inline scripts nor data URLs of scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All code that a page needs is one file: for a slow processor several are slower.
        codeSplitting: { groups: [{ name: "app", test: /\.[jt]sx?$/, tags: ["$initial"] }] },
      },
    },
    target: "es2023",
    // The Stellar SDK, which is loaded when a wallet signs, is one large piece.
    chunkSizeWarningLimit: 1_000,
  },
  // `npm run dev -w web` beside a running `npm start`.
  server: {
    proxy: {
      "/api": "http://localhost:3000",
      "/app/session": "http://localhost:3000",
    },
  },
});
