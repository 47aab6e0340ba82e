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
});
