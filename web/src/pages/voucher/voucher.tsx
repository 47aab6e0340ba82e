import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useId, useState } from "react";
import { api, explain } from "../../api.ts";
import { config } from "../../config.ts";
import { amount, time } from "../../ui/format.ts";
import { Button, Card, Copyable, Facts, Failure, Loading, Notice, TextField } from "../../ui/ui.tsx";
import { answered } from "../../wallet/answered.ts";
import { WalletFailure } from "../../wallet/connect.tsx";
import { connectWallet, knownAddress, WalletError } from "../../wallet/freighter.ts";
import { check, type Held } from "./check.ts";
import { ScanAddress } from "./scan.tsx";

const Hold = lazy(() => import("./hold.tsx"));

/** How often a payment that is on its way is asked for. */
const POLL_MS = 1_000;

const isOnItsWay = (voucher: Held | undefined) => voucher?.payment?.status === "pending" && !voucher.redeemable;

/** The page of a voucher's link, which holds the code. It shows what the voucher pays, and has it paid to a wallet. */
export function Voucher() {
  const { code } = useParams({ from: "/v/$code" });
  const [paidTo, setPaidTo] = useState<string>();
  const voucher = useQuery({
    ...check(code),
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? POLL_MS : false),
  });
  const { data } = voucher;
  if (!data) {
    return (
      <div className="stack">
        <title>Voucher · Merit</title>
        <h1>Voucher</h1>
        {voucher.error ? <Failure error={voucher.error} retry={() => void voucher.refetch()} /> : <Loading />}
      </div>
    );
  }
  return (
    <div className="stack">
      <title>{`Voucher of ${data.merchant_name} · Merit`}</title>
      <h1>
        Voucher of <bdi>{data.merchant_name}</bdi>
      </h1>
      <Card>
        <div className="stack">
          <p className="big flat">{amount(data.amount, data.asset.code)}</p>
          <Facts
            of={[
              ["For", <bdi key="for">{data.campaign_name}</bdi>],
              ["Valid until", time(data.expires_at)],
              ...(paidTo ? [["To", <Copyable key="to" value={paidTo} label="the wallet's address" />] as const] : []),
            ]}
          />
          {data.payment && <Payment voucher={data} payment={data.payment} to={paidTo} />}
          {!data.redeemable && !data.payment && <Notice tone="warning">{data.reason}</Notice>}
        </div>
      </Card>
      {data.redeemable && <Redeem code={code} voucher={data} queryKey={check(code).queryKey} onRedeemed={setPaidTo} />}
    </div>
  );
}

/** @param to its wallet, if this page has named it */
function Payment({
  voucher,
  payment,
  to,
}: {
  voucher: Held;
  payment: NonNullable<Held["payment"]>;
  to: string | undefined;
}) {
  const { code } = voucher.asset;
  if (payment.status === "confirmed") {
    return (
      <Notice tone="success" title="Paid">
        {payment.tx_hash && (
          <>
            Transaction <Copyable value={payment.tx_hash} label="the transaction's hash" />
          </>
        )}
      </Notice>
    );
  }
  if (payment.status === "failed") {
    return (
      <Notice tone="error" title="The payment failed">
        {payment.error_message} You can try again, also with another wallet.
      </Notice>
    );
  }
  if (!payment.held) return <Loading what="The payment is on its way" />;
  return (
    <Notice tone="warning" title={`Your wallet can't hold ${code} yet`}>
      <p>It is paid as soon as the wallet has a trustline to {code}. You can close this page, and come back to it.</p>
      <p>
        <a href={voucher.trustline_uri}>Open a wallet app that adds it</a>, or use Freighter in this browser, which may
        need no XLM for it.
      </p>
      <Suspense>
        <Hold wallet={to} />
      </Suspense>
    </Notice>
  );
}

function Redeem({
  code,
  voucher,
  queryKey,
  onRedeemed,
}: {
  code: string;
  voucher: Held;
  queryKey: string[];
  onRedeemed(wallet: string): void;
}) {
  const queries = useQueryClient();
  const redeem = async (wallet_address: string) => {
    const { body } = await answered(
      api.nobody.call("POST /vouchers/redeem", { body: { code, wallet_address } }),
      "It may pay the voucher all the same. Try again with the same wallet: it is paid only once.",
    );
    onRedeemed(wallet_address);
    // An answer from before the redemption that is still on its way would replace this one.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, body);
  };
  const known = useQuery({ queryKey: ["freighter"], queryFn: knownAddress });
  const toFreighter = useMutation({
    mutationFn: async () => {
      const address = await connectWallet((await queries.ensureQueryData(config)).network_passphrase);
      // Where Freighter knew this page, it asked nobody: the owner has to have seen which of the accounts gets it.
      if (known.data && known.data !== address) {
        queries.setQueryData(["freighter"], address);
        throw new WalletError("other_account");
      }
      await redeem(address);
    },
  });
  const toAddress = useMutation({ mutationFn: redeem });
  const title = useId();
  const [address, setAddress] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    toAddress.mutate(address.trim());
  };
  return (
    <div className="grid">
      <Card title="With Freighter in this browser">
        <div className="stack">
          {known.data && (
            <p className="flat">
              Freighter has the account <Copyable value={known.data} label="its address" />.
            </p>
          )}
          {toFreighter.error && <WalletFailure error={toFreighter.error} />}
          <div className="actions">
            <Button look="primary" busy={toFreighter.isPending} onClick={() => toFreighter.mutate()}>
              Pay it to my Freighter wallet
            </Button>
          </div>
        </div>
      </Card>
      <Card title="To any other wallet">
        <form className="stack" aria-labelledby={title} onSubmit={submit}>
          <TextField
            label="Address of the wallet"
            name="wallet_address"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            required
            spellCheck={false}
            autoComplete="off"
            hint={`Copy it from your wallet app: it begins with G or C. ${amount(voucher.amount, voucher.asset.code)} go there, once.`}
            error={toAddress.error ? explain(toAddress.error) : undefined}
          />
          <ScanAddress onFound={setAddress} />
          <div className="actions">
            <Button type="submit" look="primary" busy={toAddress.isPending}>
              <span id={title}>Pay it to this address</span>
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}
