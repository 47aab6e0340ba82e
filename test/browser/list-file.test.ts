import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWallets, type WalletLine } from "@merit/cli/wallets-file.ts";
import { listKeys } from "@merit/client/list-keys.ts";
import { Keypair, StrKey } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { readList } from "../../web/src/pages/merchant/rewards/list-file.ts";
import { isAddress } from "../../web/src/ui/address.ts";

const a = Keypair.random().publicKey();
const b = StrKey.encodeContract(Buffer.alloc(32, 7));

describe("isAddress", () => {
  it("agrees with the SDK, also about texts with one wrong symbol", () => {
    for (let round = 0; round < 200; round += 1) {
      const address = Keypair.random().publicKey();
      expect(isAddress(address)).toBe(true);
      const place = 1 + (round % 55);
      const wrong = address.slice(0, place) + (address[place] === "A" ? "B" : "A") + address.slice(place + 1);
      expect(isAddress(wrong)).toBe(StrKey.isValidEd25519PublicKey(wrong));
    }
    expect(isAddress(b)).toBe(true);
    expect(isAddress(Keypair.random().secret())).toBe(false);
    expect(isAddress(a.toLowerCase())).toBe(false);
  });
});

describe("a file with rewards", () => {
  it("may have names in its first line, empty lines, blanks, quotes and semicolons", async () => {
    const list = await readList(`wallet;amount\r\n\r\n"${a}"; 12.5 \r\n${b};0.0000001;order-7\r\n`, 2);
    expect(list).toMatchObject({ errors: [], total: "12.5000001", wallets: 2 });
    expect(list.rewards).toMatchObject([
      { line: 3, wallet_address: a, amount: "12.5" },
      { line: 4, wallet_address: b, amount: "0.0000001", idempotency_key: "order-7" },
    ]);
  });

  it("names each wrong row with what is wrong, and never repeats a secret key", async () => {
    const secret = Keypair.random().secret();
    const rows = [`${a},1,same`, `${a},0`, `${a},1.00000001`, "GNOBODY,1", `${secret},1`, `${b},1,same`, `${b},1,k,4`];
    const { rewards, errors } = await readList(rows.join("\n"), 2);
    expect(rewards.map(({ line }) => line)).toEqual([1]);
    expect(errors.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(errors[4]?.message).toBe("has the key of line 1: each reward needs one of its own");
    expect(JSON.stringify(errors)).not.toContain(secret);
    expect((await readList("", 2)).errors).toHaveLength(1);
  });

  it("has the same keys when it is read again, and others for another campaign, order or amount", async () => {
    const keysOf = async (text: string, campaign: number) =>
      (await readList(text, campaign)).rewards.map(({ idempotency_key }) => idempotency_key);
    const text = `${a},1\n${a},1\n${b},2`;
    const keys = await keysOf(text, 2);
    expect(new Set(keys).size).toBe(3);
    expect(await keysOf(`wallet,amount\r\n${a}, 1\r\n\r\n${a},1\r\n${b},2\r\n`, 2)).toEqual(keys);
    for (const other of [
      await keysOf(text, 3),
      await keysOf(`${b},2\n${a},1\n${a},1`, 2),
      await keysOf(`${text}.5`, 2),
    ]) {
      expect(other.filter((key) => keys.includes(key))).toEqual([]);
    }
  });

  it("gets the same keys in the page as at a shell, wherever both take it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "merit-list-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "list.csv");
    const atShell = (): WalletLine[] => {
      try {
        return readWallets(path);
      } catch {
        return [];
      }
    };
    const blank = fc.constantFrom("", "", "", "", " ", "\t", "\u00a0");
    const cell = (text: fc.Arbitrary<string>) =>
      fc.tuple(blank, text, blank, fc.boolean()).map(([before, inner, after, isQuoted]) => {
        return before + (isQuoted ? `"${inner}"` : inner) + after;
      });
    const amounts = fc.constantFrom("1", "1.0", "0.5", "2", "01", "1,5");
    const keys = fc.constantFrom("", "order-1", "order-2", "order-3", 'say ""hi""', "a\nb");
    const line = fc.oneof(
      { weight: 12, arbitrary: fc.tuple(cell(fc.constantFrom(a, b)), cell(amounts)).map((cells) => cells.join(",")) },
      {
        weight: 8,
        arbitrary: fc.tuple(cell(fc.constantFrom(a, b)), cell(amounts), cell(keys)).map((cells) => cells.join(",")),
      },
      fc.constantFrom("", " ", ",", ",,", "wallet,amount", "wallet,sum", "address,amount", `${a};1`, `${a}\t1`),
    );
    const text = fc
      .tuple(
        fc.constantFrom("", "\ufeff"),
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.constantFrom("\n", "\r\n", "\r"),
      )
      .map(([mark, lines, end]) => mark + lines.join(end));
    let both = 0;
    await fc.assert(
      fc.asyncProperty(text, async (list) => {
        writeFileSync(path, list);
        const [inPage, shell] = [await readList(list, 2), atShell()];
        if (inPage.errors.length > 0 || shell.length === 0) return;
        both += 1;
        expect(inPage.rewards.map(({ idempotency_key }) => idempotency_key)).toEqual(await listKeys(2, shell));
      }),
      { numRuns: 3_000 },
    );
    expect(both).toBeGreaterThan(100);
  });
});
