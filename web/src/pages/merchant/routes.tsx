import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadConfig } from "../../config.ts";
import { pagesOf } from "../pages-of.ts";
import { root } from "../root.tsx";

const area = createRoute({
  getParentRoute: () => root,
  path: "/merchant",
  loader: loadConfig,
  component: lazyRouteComponent(() => import("./area.tsx"), "MerchantArea"),
});

const page = pagesOf(area);

export const merchantRoutes = area.addChildren([
  page(
    "/",
    lazyRouteComponent(() => import("./overview.tsx"), "Overview"),
  ),
  page(
    "/campaigns",
    lazyRouteComponent(() => import("./campaigns/list.tsx"), "Campaigns"),
  ),
  page(
    "/campaigns/new",
    lazyRouteComponent(() => import("./campaigns/new.tsx"), "NewCampaign"),
  ),
  page(
    "/campaigns/$id",
    lazyRouteComponent(() => import("./campaigns/campaign.tsx"), "Campaign"),
  ),
  page(
    "/issue",
    lazyRouteComponent(() => import("./rewards/issue.tsx"), "Issue"),
  ),
  page(
    "/issuances",
    lazyRouteComponent(() => import("./rewards/issuances.tsx"), "Issuances"),
  ),
  page(
    "/issuances/$id",
    lazyRouteComponent(() => import("./rewards/issuance.tsx"), "Issuance"),
  ),
  page(
    "/dead-letters",
    lazyRouteComponent(() => import("./rewards/dead-letters.tsx"), "DeadLetters"),
  ),
  page(
    "/customers",
    lazyRouteComponent(() => import("./customers/customers.tsx"), "Customers"),
  ),
  page(
    "/customers/$address",
    lazyRouteComponent(() => import("./customers/customer.tsx"), "Customer"),
  ),
  page(
    "/vouchers",
    lazyRouteComponent(() => import("./vouchers/list.tsx"), "Vouchers"),
  ),
  page(
    "/vouchers/$id",
    lazyRouteComponent(() => import("./vouchers/batch.tsx"), "VoucherBatch"),
  ),
  page(
    "/drops",
    lazyRouteComponent(() => import("./drops/list.tsx"), "Drops"),
  ),
  page(
    "/drops/$id",
    lazyRouteComponent(() => import("./drops/drop.tsx"), "DropPage"),
  ),
  page(
    "/catalogue",
    lazyRouteComponent(() => import("./catalogue/catalogue.tsx"), "Catalogue"),
  ),
  page(
    "/redemptions",
    lazyRouteComponent(() => import("./catalogue/redemptions.tsx"), "Redemptions"),
  ),
  page(
    "/referrals",
    lazyRouteComponent(() => import("./customers/referrals.tsx"), "Referrals"),
  ),
  page(
    "/vesting",
    lazyRouteComponent(() => import("./vesting/vesting.tsx"), "Vesting"),
  ),
  page(
    "/vesting/$schedule",
    lazyRouteComponent(() => import("./vesting/schedule.tsx"), "Schedule"),
  ),
  page(
    "/escrows",
    lazyRouteComponent(() => import("./escrows.tsx"), "Escrows"),
  ),
  page(
    "/events",
    lazyRouteComponent(() => import("./events/events.tsx"), "Events"),
  ),
  page(
    "/webhooks",
    lazyRouteComponent(() => import("./webhooks/list.tsx"), "Webhooks"),
  ),
  page(
    "/webhooks/$id",
    lazyRouteComponent(() => import("./webhooks/webhook.tsx"), "Webhook"),
  ),
  page(
    "/keys",
    lazyRouteComponent(() => import("./keys.tsx"), "Keys"),
  ),
  page(
    "/statements",
    lazyRouteComponent(() => import("./statements.tsx"), "Statements"),
  ),
]);
