import { Client as Admin } from "@merit/bindings/admin";
import { Client as Token } from "@merit/bindings/token";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { read, send } from "../support/party.ts";
import type { Wallet } from "../support/wallet.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Freezes an account, to test who holds the role. */
const freeze = (system: Deployed, freezer: Wallet, account: Wallet) =>
  send(system.as(Token, "token", freezer.keypair).freeze({ operator: freezer.address, account: account.address }));

test("a granted role works until it expires or is revoked", async () => {
  const system = await Deployed.start();
  const [freezer, temporary, holder] = [await system.holder(), await system.holder(), await system.holder()];
  const caller = system.role("deployer").publicKey();
  const admin = system.as(Admin, "admin", system.role("deployer"));
  const role = "freezer";
  const grantUntil = (expires_at: bigint) =>
    admin.grant_role_until({ account: temporary.address, role, expires_at, caller });
  await expect(freeze(system, freezer, holder)).rejects.toThrow("Unauthorized, contract error 12000");

  const now = await system.now();
  const expires_at = now + BigInt(HOUR);
  await expect(send(grantUntil(now))).rejects.toThrow("InvalidExpiry");
  await send(grantUntil(expires_at));
  await send(admin.grant_role({ account: freezer.address, role, caller }));
  await freeze(system, temporary, holder);
  expect(await read(admin.role_expiry({ account: temporary.address, role }))).toBe(expires_at);

  await system.travel(HOUR);
  await expect(freeze(system, temporary, holder)).rejects.toThrow("Unauthorized, contract error 12000");
  await freeze(system, freezer, holder);
  const members = await read(admin.members({ role, start: 0, limit: 100 }));
  expect(members.toSorted()).toEqual([caller, freezer.address].toSorted());

  await send(admin.revoke_role({ account: freezer.address, role, caller }));
  await expect(freeze(system, freezer, holder)).rejects.toThrow("Unauthorized, contract error 12000");

  const asFreezer = system.as(Admin, "admin", freezer.keypair);
  const own = { account: freezer.address, role, caller: freezer.address };
  await expect(send(asFreezer.grant_role(own))).rejects.toThrow("Unauthorized, contract error 10000");
  const by = { role, caller };
  expect(await system.events("admin")).toEqual([
    ["role_granted", { ...by, account: temporary.address, expires_at: String(expires_at) }],
    ["role_granted", { ...by, account: freezer.address, expires_at: null }],
    ["role_revoked", { ...by, account: freezer.address }],
  ]);
});

test("a guardian's pause stops grants, not revocations, and only the admin's side ends it", async () => {
  const system = await Deployed.start();
  const [guardian, suspect] = [await system.holder(), await system.holder()];
  const caller = system.role("deployer").publicKey();
  const admin = system.as(Admin, "admin", system.role("deployer"));
  const grant = (role: string, { address: account }: Wallet) => send(admin.grant_role({ account, role, caller }));
  await grant("pauser", guardian);
  await grant("minter", suspect);

  const asGuardian = system.as(Admin, "admin", guardian.keypair);
  await send(asGuardian.pause({ guardian: guardian.address }));
  await expect(grant("minter", guardian)).rejects.toThrow("Paused, contract error 10001");
  await expect(send(admin.begin_transfer({ new_admin: suspect.address }))).rejects.toThrow("Paused");
  await send(admin.revoke_role({ account: suspect.address, role: "minter", caller }));
  expect(await read(admin.has_role({ account: suspect.address, role: "minter" }))).toBeNull();

  await expect(send(asGuardian.unpause({ operator: guardian.address }))).rejects.toThrow("Unauthorized");
  await send(admin.unpause({ operator: caller }));
  await grant("minter", guardian);
  expect(await system.eventTypes("admin")).toEqual([
    ...["role_granted", "role_granted", "paused", "role_revoked", "unpaused", "role_granted"],
  ]);
});

test("the admin changes hands in two steps: announced by the old one, accepted by the new one after the delay", async () => {
  const system = await Deployed.start();
  const [successor, stranger] = [await system.holder(), await system.holder()];
  const old = system.role("deployer").publicKey();
  const asOld = system.as(Admin, "admin", system.role("deployer"));
  const asNew = system.as(Admin, "admin", successor.keypair);
  const asStranger = system.as(Admin, "admin", stranger.keypair);

  await send(asOld.begin_transfer({ new_admin: stranger.address }));
  await send(asOld.cancel_transfer());
  await expect(send(asStranger.accept_transfer())).rejects.toThrow("NoTransfer");

  await send(asOld.begin_transfer({ new_admin: successor.address }));
  const pending = await read(asOld.pending_transfer());
  expect(pending?.to).toBe(successor.address);
  await expect(send(asNew.accept_transfer())).rejects.toThrow("TransferEarly");
  await system.travel(2 * DAY);
  // The successor's signature is missing: the stranger's client can't give it.
  await expect(send(asStranger.accept_transfer())).rejects.toThrow(successor.address);
  expect(await read(asOld.get_admin())).toBe(old);
  await send(asNew.accept_transfer());

  expect(await read(asOld.get_admin())).toBe(successor.address);
  const grant = (client: Admin, caller: string) =>
    send(client.grant_role({ account: stranger.address, role: "minter", caller }));
  await expect(grant(asOld, old)).rejects.toThrow("Unauthorized, contract error 10000");
  await grant(asNew, successor.address);

  const [begun, cancelled, again, transferred, granted, ...others] = await system.events("admin");
  expect(begun?.[0]).toBe("admin_transfer_begun");
  expect(cancelled).toEqual(["admin_transfer_cancelled", { admin: old, new_admin: stranger.address }]);
  const times = { eta: String(pending?.eta), expires_at: String(pending?.expires_at) };
  expect(again).toEqual(["admin_transfer_begun", { admin: old, new_admin: successor.address, ...times }]);
  expect(transferred).toEqual(["admin_transferred", { new_admin: successor.address, previous_admin: old }]);
  expect(granted?.[0]).toBe("role_granted");
  expect(others).toEqual([]);
});
