import { createRoute, createRouter } from "@tanstack/react-router";
import { adminRoutes } from "./pages/admin/routes.tsx";
import { devRoutes } from "./pages/dev/routes.tsx";
import { Home } from "./pages/home.tsx";
import { merchantRoutes } from "./pages/merchant/routes.tsx";
import { Broken, root } from "./pages/root.tsx";
import { voucherRoute } from "./pages/voucher/routes.tsx";
import { walletRoutes } from "./pages/wallet/routes.tsx";

// Every page, by its path below /app. A page is loaded when somebody opens it.

const home = createRoute({ getParentRoute: () => root, path: "/", component: Home });
const routeTree = root.addChildren([home, walletRoutes, merchantRoutes, devRoutes, adminRoutes, voucherRoute]);

// A page that fails leaves the navigation around it as it is.
export const router = createRouter({ routeTree, basepath: "/app", defaultErrorComponent: Broken });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
