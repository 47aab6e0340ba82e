import { Gate, MerchantLogin } from "../../session/login.tsx";
import { useMerchant } from "../../session/session.ts";
import { Heading } from "../../shell.tsx";
import { type Groups, Sided } from "../sided.tsx";
import { useLive } from "./live.ts";

const groups: Groups = [
  [
    "Money",
    [
      ["/merchant", "Overview"],
      ["/merchant/statements", "Statement"],
    ],
  ],
  [
    "Rewards",
    [
      ["/merchant/campaigns", "Campaigns"],
      ["/merchant/issue", "Issue rewards"],
      ["/merchant/issuances", "Issuances"],
      ["/merchant/dead-letters", "Dead letters"],
      ["/merchant/vouchers", "Vouchers"],
      ["/merchant/drops", "Drops"],
    ],
  ],
  [
    "Customers",
    [
      ["/merchant/customers", "Customers"],
      ["/merchant/catalogue", "Catalogue"],
      ["/merchant/redemptions", "Redemptions"],
      ["/merchant/referrals", "Referral programme"],
      ["/merchant/vesting", "Vesting"],
      ["/merchant/escrows", "Escrow"],
    ],
  ],
  [
    "Developers",
    [
      ["/merchant/events", "Contract events"],
      ["/merchant/webhooks", "Webhooks"],
      ["/merchant/keys", "API keys"],
    ],
  ],
];

/** Every page of a merchant: who is signed in, and the way to the others. */
export function MerchantArea() {
  const who = useMerchant();
  return (
    <Gate
      who={who}
      login={
        <div className="stack">
          <Heading title="Merchant" />
          <MerchantLogin />
        </div>
      }
    >
      {({ name }) => <Inside name={name} isIn={who.self !== null} />}
    </Gate>
  );
}

function Inside({ name, isIn }: { name: string; isIn: boolean }) {
  useLive(isIn);
  return <Sided area="Merchant" name={name} as="merchant" groups={groups} />;
}
