import "./ui/style.css";
import "./ui/parts.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./queries.ts";
import { router } from "./router.tsx";

// The first use of a locale reads all of them, which takes a phone a fifth of a second: a worker does it beside the page, for both.
new Worker(new URL("./locales-worker.ts", import.meta.url), { type: "module" });
// This asks for the first page's data before anything is drawn.
void router.load();
const place = document.getElementById("app");

if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
