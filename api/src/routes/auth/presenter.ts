import type { LoggedIn } from "@merit/core/accounts/login.ts";
import type { Session, Tokens } from "@merit/core/accounts/sessions.ts";
import { isoTime } from "@merit/core/base/days.ts";
import { presentUser } from "../users/presenter.ts";

export const presentTokens = ({ accessToken, refreshToken, expiresIn }: Tokens) => ({
  accessToken,
  refreshToken,
  expires_in: expiresIn,
});

export const presentLogin = ({ user, ...tokens }: LoggedIn) => ({ ...presentTokens(tokens), user: presentUser(user) });

export const presentSession = (session: Session, currentId: number) => ({
  id: session.id,
  method: session.method,
  user_agent: session.user_agent,
  current: session.id === currentId,
  created_at: isoTime(session.created_at),
  last_used_at: isoTime(session.rotated_at),
  expires_at: isoTime(session.expires_at),
});
