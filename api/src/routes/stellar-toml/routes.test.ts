import { expect, it } from "vitest";
import { startService } from "../../testing/service.ts";

it("GET /.well-known/stellar.toml tells wallets where to log in, and with which key", async () => {
  await using service = await startService({ PUBLIC_URL: "https://rewards.example" });
  const { status, headers, body: text } = await service.call("GET /.well-known/stellar.toml");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  const { context } = service.world;
  expect(text).toContain(`SIGNING_KEY = "${context.auth.keys.webAuth.publicKey}"`);
  expect(text).toContain('WEB_AUTH_ENDPOINT = "https://rewards.example/api/auth/wallet"');
  expect(text).toContain(`issuer = "${context.chain.manifest.asset.issuer}"`);
  expect(text).toMatch(/display_decimals = 7\n$/);
});

it("names and pictures the asset, if the operator does", async () => {
  await using service = await startService({
    ASSET_NAME: 'Beans "Gold"',
    ASSET_IMAGE: "https://rewards.example/beans.png",
  });
  const { body: text } = await service.call("GET /.well-known/stellar.toml");
  expect(text).toMatch(/\nname = "Beans \\"Gold\\""\nimage = "https:\/\/rewards.example\/beans.png"\n$/);
});
