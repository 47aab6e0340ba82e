import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadConfig } from "../../config.ts";
import { Area, type Tab } from "../area.tsx";
import { pagesOf } from "../pages-of.ts";
import { root } from "../root.tsx";

const tabs: Tab[] = [
  { to: "/dev", title: "Network" },
  { to: "/dev/accounts", title: "Accounts" },
  { to: "/dev/contracts", title: "Contracts" },
  { to: "/dev/transactions", title: "Transactions" },
  { to: "/dev/ledgers", title: "Ledgers" },
];

const area = createRoute({
  getParentRoute: () => root,
  path: "/dev",
  loader: loadConfig,
  component: () => <Area name="Developer" tabs={tabs} />,
});

const page = pagesOf(area);

export const devRoutes = area.addChildren([
  page(
    "/",
    lazyRouteComponent(() => import("./network.tsx"), "Network"),
  ),
  page(
    "/accounts",
    lazyRouteComponent(() => import("./accounts.tsx"), "Accounts"),
  ),
  page(
    "/contracts",
    lazyRouteComponent(() => import("./contracts.tsx"), "Contracts"),
  ),
  page(
    "/contracts/$id",
    lazyRouteComponent(() => import("./contract.tsx"), "ContractPage"),
  ),
  page(
    "/transactions",
    lazyRouteComponent(() => import("./transactions.tsx"), "Transactions"),
  ),
  page(
    "/transactions/$hash",
    lazyRouteComponent(() => import("./transaction.tsx"), "TransactionPage"),
  ),
  page(
    "/ledgers",
    lazyRouteComponent(() => import("./ledgers.tsx"), "Ledgers"),
  ),
]);
