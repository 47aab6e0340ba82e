import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadConfig } from "../../config.ts";
import { pagesOf } from "../pages-of.ts";
import { root } from "../root.tsx";

const area = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  loader: loadConfig,
  component: lazyRouteComponent(() => import("./area.tsx"), "AdminArea"),
});

const page = pagesOf(area);

const work = () => import("./work.tsx");
const people = () => import("./people.tsx");
const ledger = () => import("./ledger.tsx");
const records = () => import("./records.tsx");

export const adminRoutes = area.addChildren([
  page("/", lazyRouteComponent(work, "Overview")),
  page("/queues", lazyRouteComponent(work, "Queues")),
  page("/queues/$name", lazyRouteComponent(work, "DeadLetters")),
  page("/jobs", lazyRouteComponent(work, "Jobs")),
  page("/indexer", lazyRouteComponent(work, "Indexer")),
  page("/backups", lazyRouteComponent(work, "Backups")),
  page("/users", lazyRouteComponent(people, "Users")),
  page("/merchants", lazyRouteComponent(people, "Merchants")),
  page("/merchants/$id", lazyRouteComponent(people, "Merchant")),
  page("/mails", lazyRouteComponent(people, "Mails")),
  page("/contracts", lazyRouteComponent(ledger, "Contracts")),
  page("/roles", lazyRouteComponent(ledger, "Roles")),
  page("/channels", lazyRouteComponent(ledger, "Accounts")),
  page("/audit", lazyRouteComponent(records, "Audit")),
  page("/changes", lazyRouteComponent(records, "Changes")),
  page("/reports", lazyRouteComponent(records, "Reports")),
]);
