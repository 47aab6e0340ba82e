import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type BodyOf, LIVE, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, count, date, short } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { QrCode } from "../../ui/qr.tsx";
import { Card, Copyable, Facts, Shown, Status, TextField, Time } from "../../ui/ui.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { envelopeOf, WalletPage } from "./page.tsx";

export function Refer() {
  return <WalletPage title="Refer a friend">{(wallets) => <Mine wallets={wallets} />}</WalletPage>;
}

function Mine({ wallets }: { wallets: readonly string[] }) {
  const mine = useCall("user", "GET /users/referral", undefined, LIVE);
  return (
    <Shown of={mine}>
      {(referral) => (
        <>
          <div className="grid">
            <Invite referral={referral} />
            {referral.tokens.wallets.map((wallet) => (
              <Referrer key={wallet.wallet_address} wallet={wallet} />
            ))}
          </div>
          <Friends referral={referral} />
          <Bonuses wallets={wallets} />
        </>
      )}
    </Shown>
  );
}

type Referral = BodyOf<"GET /users/referral">;

function Invite({ referral: { code, bonus_points, earned_points } }: { referral: Referral }) {
  const link = `${location.origin}/app/wallet?referral_code=${encodeURIComponent(code)}`;
  return (
    <Card title="Invite by link">
      <div className="stack">
        <p className="flat">
          Whoever makes an account with an e-mail address by this link counts as your friend. You get{" "}
          {count(bonus_points)} points once they qualify. It doesn't count for those who only connect a wallet: they can
          do that later.
        </p>
        <QrCode text={link} label={`QR code of ${link}`} />
        <Facts
          of={[
            ["Your code", <Copyable key="code" value={code} label="your code" />],
            ["Link", <Copyable key="link" value={link} label="the link" />],
            ["Points earned", count(earned_points)],
          ]}
        />
      </div>
    </Card>
  );
}

/** A wallet in the programmes that pay tokens: as the referrer of others, and with its own referrer. */
function Referrer({
  wallet: { wallet_address, enrolled, referrer },
}: {
  wallet: Referral["tokens"]["wallets"][number];
}) {
  const { referrer: invitedBy = "" } = useSearch({ strict: false }) as { referrer?: string };
  const [typed, setTyped] = useState(invitedBy);
  const { asset } = useConfig();
  const link = `${location.origin}/app/wallet/refer?referrer=${wallet_address}`;
  return (
    <Card title={<>Tokens for {short(wallet_address)}</>}>
      <div className="stack">
        <p className="flat">
          Some merchants pay {asset.code} for newcomers, to the newcomer's wallet and to the one that referred it.
        </p>
        {enrolled ? (
          <Facts of={[["Link for newcomers with a wallet", <Copyable key="link" value={link} label="the link" />]]} />
        ) : (
          <SignButton title="Become a referrer" build={() => envelopeOf({ wallet_address, call: "referral.enrol" })} />
        )}
        {referrer ? (
          <Facts of={[["Referred by", <Copyable key="referrer" value={referrer} />]]} />
        ) : (
          <>
            <TextField
              label="Who referred you?"
              hint="The wallet's address, G... It can't be changed later."
              value={typed}
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
            {typed.trim() !== "" && (
              <SignButton
                title="Name your referrer"
                build={() => envelopeOf({ wallet_address, call: "referral.bind", referrer: typed.trim() })}
              />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Friends({ referral: { referred_users } }: { referral: Referral }) {
  return (
    <Card title={`Friends: ${count(referred_users)}`}>
      <List
        as="user"
        endpoint="GET /users/referral"
        isLive
        caption="Friends who joined by your code"
        keyOf={({ id }) => id}
        empty="Nobody has joined by your code yet. Send the link, or show the QR code."
        columns={[
          { title: "Friend", cell: ({ first_name, id }) => <bdi>{first_name ?? `User ${id}`}</bdi> },
          { title: "Joined", cell: ({ joined_at }) => date(joined_at) },
          { title: "Points for you", isNumber: true, cell: ({ bonus_points }) => count(bonus_points) },
          {
            title: "State",
            cell: ({ bonus_points, email_verified }) => {
              if (bonus_points > 0) return "qualified";
              return email_verified ? "joined" : "has to confirm the e-mail address";
            },
          },
        ]}
      />
    </Card>
  );
}

function Bonuses({ wallets }: { wallets: readonly string[] }) {
  const { asset } = useConfig();
  return (
    <Card title="Bonuses in tokens">
      <List
        as="user"
        endpoint="GET /referrals"
        isLive
        caption="Bonuses in tokens"
        keyOf={({ id }) => id}
        empty="There is no bonus yet. It appears here when a newcomer qualifies in a merchant's programme."
        columns={[
          { title: "Newcomer", cell: ({ newcomer }) => <Copyable value={newcomer} /> },
          {
            title: "Yours",
            isNumber: true,
            cell: (row) => {
              const own = ownSide(row, wallets);
              return own.bonus ? amount(own.bonus.amount, asset.code) : "none";
            },
          },
          { title: "State", cell: (row) => <Status value={ownSide(row, wallets).bonus?.status ?? row.status} /> },
          {
            title: "Claimable from",
            cell: ({ claimable_at }) => (claimable_at ? <Time at={claimable_at} /> : "not set aside yet"),
          },
          {
            title: "Claim",
            cell: (row) => {
              const { wallet, bonus } = ownSide(row, wallets);
              if (!wallet || bonus?.status !== "pending" || !row.next_steps.includes("claim")) return "";
              const { merchant_id: merchant, newcomer } = row;
              return (
                <SignButton
                  title="Claim"
                  build={() => envelopeOf({ wallet_address: wallet, call: "referral.claim", merchant, newcomer })}
                />
              );
            },
          },
        ]}
      />
    </Card>
  );
}

type Bonus = BodyOf<"GET /referrals">["data"][number];

function ownSide({ newcomer, referrer, for_newcomer, for_referrer }: Bonus, wallets: readonly string[]) {
  if (wallets.includes(newcomer)) return { wallet: newcomer, bonus: for_newcomer };
  return { wallet: wallets.find((address) => address === referrer), bonus: for_referrer };
}
