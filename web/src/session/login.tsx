import { useMutation } from "@tanstack/react-query";
import { type FormEvent, Fragment, type ReactNode, useEffect, useState } from "react";
import { api, explain } from "../api.ts";
import { queries } from "../queries.ts";
import { Button, Card, Failure, Loading, Notice, TextField } from "../ui/ui.tsx";
import { LogOut } from "./log-out.tsx";
import * as session from "./session.ts";

const fieldsOf = (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
};

/** Runs a log-in, and reads everything again once it has worked. The page of a session that had ended stays. */
function useLogin(run: (fields: Record<string, string>) => Promise<void>) {
  return useMutation({ mutationFn: run, onSuccess: () => queries.invalidateQueries() });
}

export function MerchantLogin() {
  const login = useLogin(({ api_key = "" }) => session.logInMerchant(api_key.trim()));
  return (
    <Card title="Sign in with an API key">
      <form className="stack" onSubmit={(event) => login.mutate(fieldsOf(event))}>
        <TextField
          label="API key"
          name="api_key"
          type="password"
          autoComplete="current-password"
          required
          spellCheck={false}
          hint="It begins with mk_. The browser keeps a session in its place, and not the key."
          error={login.error ? explain(login.error) : undefined}
        />
        <div className="actions">
          <Button type="submit" look="primary" busy={login.isPending}>
            Sign in
          </Button>
        </div>
      </form>
    </Card>
  );
}

export function UserLogin() {
  // A visitor who follows a friend's link has no account yet.
  const invitedBy = new URLSearchParams(location.search).get("referral_code") ?? "";
  const [isNew, setIsNew] = useState(invitedBy !== "");
  const login = useLogin(({ email = "", password = "", first_name, referral_code }) =>
    isNew
      ? session.registerUser({
          email,
          password,
          ...(first_name && { first_name }),
          ...(referral_code && { referral_code }),
        })
      : session.logInUser(email, password),
  );
  const forgotten = useMutation({
    mutationFn: (email: string) => api.nobody.call("POST /auth/password/reset", { body: { email } }),
  });
  return (
    <Card title={isNew ? "Create an account" : "Log in with e-mail"}>
      <form className="stack" onSubmit={(event) => login.mutate(fieldsOf(event))}>
        <TextField label="E-mail address" name="email" type="email" autoComplete="email" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          required
          minLength={isNew ? 8 : 1}
          hint={isNew ? "At least 8 characters." : undefined}
        />
        {isNew && <TextField label="First name (optional)" name="first_name" autoComplete="given-name" />}
        {isNew && <TextField label="Referral code (optional)" name="referral_code" defaultValue={invitedBy} />}
        {login.error && <Notice tone="error">{explain(login.error)}</Notice>}
        {forgotten.error && <Notice tone="error">{explain(forgotten.error)}</Notice>}
        {forgotten.isSuccess && (
          <Notice title="Look into your mails">
            If {forgotten.variables} has an account, a mail with a link to set a new password is on its way. Then log in
            here with that password.
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" look="primary" busy={login.isPending}>
            {isNew ? "Create the account" : "Log in"}
          </Button>
          <Button look="tertiary" onClick={() => setIsNew(!isNew)}>
            {isNew ? "I have an account" : "I have no account yet"}
          </Button>
          {!isNew && (
            <Button
              busy={forgotten.isPending}
              onClick={({ currentTarget: { form } }) => {
                const email = form?.elements.namedItem("email") as HTMLInputElement;
                if (email.reportValidity()) forgotten.mutate(email.value);
              }}
            >
              Mail me a new password
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/**
 * Shows a page to whoever is logged in, and a way to log in to everybody else. The page of a session that ends by itself stays below it,
 * with what was typed there.
 */
export function Gate<Record extends { id: number }>({
  who: { self, role, error, retry },
  login,
  children,
}: {
  who: session.Self<Record>;
  login: ReactNode;
  children(self: Record): ReactNode;
}) {
  /** Whose page it is. Who logs out is forgotten, since all that was read is. */
  const [owner, setOwner] = useState(self);
  const isAnother = Boolean(owner && self && owner.id !== self.id);
  if (self !== null && self !== owner && !isAnother) setOwner(self);
  useEffect(() => {
    if (isAnother) void session.refreshAll();
  });
  if (isAnother || self === undefined) {
    if (!error) return <Loading />;
    return (
      <div className="stack">
        <Failure error={error} retry={retry} />
        {/* There is no other way out of a session whose record can't be read. */}
        {role && (
          <div className="actions">
            <LogOut as={role} />
          </div>
        )}
      </div>
    );
  }
  if (!owner) return login;
  return (
    <>
      {self === null && (
        <div className="ended stack">
          <Notice tone="warning" title="Your session has ended">
            Log in again to go on. The page below stays as it is.
          </Notice>
          {login}
        </div>
      )}
      <Fragment key={owner.id}>{children(owner)}</Fragment>
    </>
  );
}
