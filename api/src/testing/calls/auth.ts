import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import { hashPassword } from "@merit/core/context/auth/passwords.ts";
import * as users from "@merit/core/parties/users/store.ts";
import type { TokenPurpose } from "@merit/core/store/db/schema/users.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { type Calls, newEmail, of, says } from "../call.ts";
import type { Scene } from "../owned-records.ts";
import * as make from "../owned-records.ts";
import { openSigners } from "../signers.ts";

const PASSWORD = "correct horse";

export const calls: Calls = {
  changes: {
    "POST /auth/register": says(() => ({ email: newEmail(), password: PASSWORD })),
    "POST /auth/login": says(async (scene) => ({ email: await emailOf(scene), password: PASSWORD })),
    "POST /auth/refresh": says(refreshToken),
    "POST /auth/logout": says(refreshToken),
    "DELETE /auth/sessions/:id": of(make.newSession),
    "POST /auth/password/reset": says(async (scene) => ({
      token: await oneTimeToken(scene, "reset_password"),
      password: "battery staple",
    })),
    "POST /auth/email/verify": says(async (scene) => ({ token: await oneTimeToken(scene, "verify_email") })),
    "POST /auth/wallet": says(signedChallenge),
  },
  ownReads: {
    "GET /auth/sessions": null,
  },
};

/** The owner's address; the owner can log in by PASSWORD from now on. */
async function emailOf({ service, parties }: Scene): Promise<string> {
  const password_hash = await hashPassword(PASSWORD);
  return service.world.context.db.commit(async (store) => {
    const user = await users.update(store, parties.owner.user.id, { password_hash, updated_at: new Date() });
    return user?.email as string;
  });
}

async function refreshToken(scene: Scene): Promise<object> {
  const body = { email: await emailOf(scene), password: PASSWORD };
  const reply = await scene.service.call("POST /api/auth/login", { body });
  return { refreshToken: reply.body.refreshToken };
}

async function oneTimeToken(scene: Scene, purpose: TokenPurpose): Promise<string> {
  const subject = await emailOf(scene);
  const token = { purpose, userId: scene.parties.owner.user.id, subject, now: new Date() };
  return scene.service.world.context.db.commit((store) => tokens.issue(store, token));
}

/** A signed challenge of SEP-10. */
async function signedChallenge({ service }: Scene): Promise<object> {
  const keypair = Keypair.random();
  const { body } = await service.call(`GET /api/auth/wallet?account=${keypair.publicKey()}`);
  return { transaction: openSigners(service).sign(body.transaction, keypair) };
}
