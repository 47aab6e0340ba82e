import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfig } from "../../config.ts";
import { ask, isoOf, LEDGER, useLatest, useLedger } from "../../ledger/rpc.ts";
import { Heading } from "../../shell.tsx";
import { count } from "../../ui/format.ts";
import { Button, Card, Facts, Failure, Notice, SelectField, Shown, TextField, Time } from "../../ui/ui.tsx";

export function Network() {
  const { network, network_passphrase, asset, version } = useConfig();
  const latest = useLatest();
  return (
    <div className="stack">
      <Heading title="Network" />
      <Card>
        <Facts
          of={[
            ["Network", network],
            ["Passphrase", network_passphrase],
            ["Reward asset", `${asset.code} of ${asset.issuer}`],
            ["Version of Merit", version],
          ]}
        />
      </Card>
      <Card title="Latest ledger">
        <Shown of={latest}>
          {({ sequence, closeTime, nextCloseTime, protocolVersion }) => (
            <Facts
              of={[
                ["Sequence", <output key="sequence">{count(sequence)}</output>],
                ["Closed", <Time key="closed" at={isoOf(closeTime)} />],
                ["Time of the next one", nextCloseTime ? <Time key="next" at={isoOf(nextCloseTime)} /> : "not known"],
                ["Protocol", String(protocolVersion)],
              ]}
            />
          )}
        </Shown>
      </Card>
      {network === "local" ? (
        <Clock />
      ) : (
        <Notice>These pages only read here. On the local network they also move the time and send transactions.</Notice>
      )}
    </div>
  );
}

const jumps = [
  [60, "1 minute"],
  [3_600, "1 hour"],
  [86_400, "1 day"],
  [7 * 86_400, "7 days"],
  [30 * 86_400, "30 days"],
] as const;

interface CloseMode {
  mode: "instant" | "manual" | "interval";
  ms?: number;
}
const modes: Record<CloseMode["mode"], string> = {
  instant: "as soon as a transaction is sent",
  manual: "when the button is pressed",
  interval: "every few seconds",
};
const INTERVAL_MS = 5_000;

/** Moves the local ledger, whose clock it doesn't share with this machine. */
function Clock() {
  const [seconds, setSeconds] = useState("3600");
  const [ledgers, setLedgers] = useState("100");
  const queries = useQueryClient();
  const mode = useLedger<CloseMode>("localnet_getCloseMode");
  const move = useMutation({
    mutationFn: ([method, params]: [method: string, params?: object]) => ask<object>(method, params),
    onSuccess: () => queries.invalidateQueries({ queryKey: [LEDGER] }),
  });
  // The next ledger gets the new time, so one is closed to make it count.
  const jump = useMutation({
    mutationFn: async () => {
      await ask("localnet_increaseTime", { seconds: Number(seconds) });
      await ask("localnet_closeLedger");
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [LEDGER] }),
  });
  const error = move.error ?? jump.error;
  return (
    <Card title="Time travel">
      <div className="stack">
        <div className="grid">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              jump.mutate();
            }}
          >
            <SelectField
              label="Move the clock ahead"
              hint="Time only goes forward."
              value={seconds}
              onChange={(event) => setSeconds(event.target.value)}
            >
              {jumps.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </SelectField>
            <Button type="submit" busy={jump.isPending}>
              Move the clock
            </Button>
          </form>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              move.mutate(["localnet_advanceSequence", { ledgers: Number(ledgers) }]);
            }}
          >
            <TextField
              label="Skip ledgers"
              hint="For the lifetimes of ledger entries."
              type="number"
              min={1}
              max={10_000_000}
              required
              value={ledgers}
              onChange={(event) => setLedgers(event.target.value)}
            />
            <Button type="submit" busy={move.isPending}>
              Skip
            </Button>
          </form>
          <div>
            <SelectField
              label="A ledger closes"
              hint="Merit's service waits for ledgers, too."
              value={mode.data?.mode ?? "instant"}
              onChange={({ target: { value } }) =>
                move.mutate([
                  "localnet_setCloseMode",
                  { mode: value, ...(value === "interval" && { ms: INTERVAL_MS }) },
                ])
              }
            >
              {Object.entries(modes).map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </SelectField>
            <Button onClick={() => move.mutate(["localnet_closeLedger"])} busy={move.isPending}>
              Close a ledger
            </Button>
          </div>
        </div>
        {error && <Failure error={error} />}
      </div>
    </Card>
  );
}
