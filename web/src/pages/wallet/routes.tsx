import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadConfig } from "../../config.ts";
import { Area, type Tab } from "../area.tsx";
import { pagesOf } from "../pages-of.ts";
import { root } from "../root.tsx";

const tabs: Tab[] = [
  { to: "/wallet", title: "Overview" },
  { to: "/wallet/catalogue", title: "Catalogue" },
  { to: "/wallet/redemptions", title: "Redemptions" },
  { to: "/wallet/refer", title: "Refer a friend" },
  { to: "/wallet/vesting", title: "Vesting" },
  { to: "/wallet/escrows", title: "Escrow" },
  { to: "/wallet/governance", title: "Stake and vote" },
];

const area = createRoute({
  getParentRoute: () => root,
  path: "/wallet",
  loader: loadConfig,
  component: () => <Area name="Wallet" tabs={tabs} />,
});

const page = pagesOf(area);

export const walletRoutes = area.addChildren([
  page(
    "/",
    lazyRouteComponent(() => import("./overview.tsx"), "Overview"),
  ),
  page(
    "/catalogue",
    lazyRouteComponent(() => import("./catalogue.tsx"), "Catalogue"),
  ),
  page(
    "/redemptions",
    lazyRouteComponent(() => import("./redemptions.tsx"), "Redemptions"),
  ),
  page(
    "/refer",
    lazyRouteComponent(() => import("./refer.tsx"), "Refer"),
  ),
  page(
    "/vesting",
    lazyRouteComponent(() => import("./vesting.tsx"), "Vesting"),
  ),
  page(
    "/escrows",
    lazyRouteComponent(() => import("./escrows.tsx"), "Escrows"),
  ),
  page(
    "/escrows/$id",
    lazyRouteComponent(() => import("./escrows.tsx"), "EscrowPage"),
  ),
  page(
    "/governance",
    lazyRouteComponent(() => import("./governance.tsx"), "Governance"),
  ),
  page(
    "/governance/$id",
    lazyRouteComponent(() => import("./governance.tsx"), "ProposalPage"),
  ),
]);
