import { Keypair, StrKey } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddress } from "./address.ts";
import { decodeList, readList } from "./list-file.ts";
import { readRows } from "./list-rows.ts";

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

const form = { hasKeys: true };
const cellsOf = (text: string) =>
  readRows(text, form).rows.map(({ wallet_address, amount, key }) => [wallet_address, amount, key]);
const messages = (text: string, rules: Parameters<typeof readList>[1] = form) =>
  readList(text, rules).errors.map(({ line, message }) => `${line} ${message}`);

describe("the rows of a list", () => {
  it("may have quoted cells, with commas, quotes and line breaks inside", () => {
    expect(cellsOf('"a","1"\n"b, or c" , "2"\n"say ""d""",3,\'\n"e\r\nf",4\n')).toEqual([
      ["a", "1", ""],
      ["b, or c", "2", ""],
      ['say "d"', "3", "'"],
      ["e\r\nf", "4", ""],
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("may end with %j, begin with a byte order mark, and be empty", (end) => {
    const text = ["\uFEFFa,1", "", " , ", "b , 2", 'c,"3 "', "d,4,,"].join(end);
    const rows = [
      [1, "a", "1"],
      [4, "b", "2"],
      [5, "c", "3 "],
      [6, "d", "4"],
    ];
    for (const all of [text, text + end]) {
      expect(
        readRows(all, form).rows.map(({ line, wallet_address, amount }) => [line, wallet_address, amount]),
      ).toEqual(rows);
    }
  });

  it.each(["wallet,amount", "Wallet_Address , AMOUNT", '\uFEFF"wallet","amount"', "address,amount,reference"])(
    "leave the first line out when it is %j",
    (header) => expect(cellsOf(`${header}\r\na,1`)).toEqual([["a", "1", ""]]),
  );

  it.each(["wallet", "wallet,sum", "wallet,amount,name", "wallet,key,amount", "wallet,amount,key,note"])(
    "aren't read below the names %j",
    (header) => expect(readRows(`${header}\na,1,x\n`, form)).toMatchObject({ rows: [], errors: [{ line: 1 }] }),
  );

  it("are named by the line on which they begin", () => {
    const { rows } = readRows('wallet,amount\r\n\r\n  \na,1\r\n"b\r\n\r\nc",2\nd,3', form);
    expect(rows.map(({ line }) => line)).toEqual([4, 5, 8]);
  });

  it.each([
    ['a,1\n\n \nb,"2\nc,3\n', 4, /^column 2 .*never closed/],
    ['a,1\n"b"x,2\nc,3\n', 2, /^column 1 .*after its closing quote/],
    ['a,1\n"b" x,2\nc,3\n', 2, /^column 1 .*after its closing quote/],
    ['a,1\n"b\n\nc","2"2\n', 2, /^column 2 .*after its closing quote/],
    ['a,1\nb"b",2\n', 2, /^column 1 .*quote the whole cell/],
  ])("with a wrong quote are named: %j", (text, line, message) => {
    expect(readRows(text, form).errors).toEqual([{ line, message: expect.stringMatching(message) }]);
  });

  it("are the same for whoever writes them as CSV", () => {
    const cell = fc.string({ unit: fc.constantFrom("x", " ", '"', ",", "\n", "'", ";") }).map((text) => `x${text}x`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        expect(cellsOf(`wallet,amount,key\n${rows.map((cells) => cells.map(quote).join(",")).join("\n")}`)).toEqual(
          rows,
        );
      }),
      { seed: 33, numRuns: 300 },
    );
  });
});

describe("a list", () => {
  it.each([
    ["under two names", `wallet,amount\n${a},1,5\n${a},1,000\n${b},1\n`, [2, 3]],
    [
      "without names",
      `${a},1,5\n${a},1,000\n${a},1,000.50\n${a},1.000,5\n${a},1,5,order-1\n${b},1,order-2\n`,
      [1, 2, 3, 4, 5],
    ],
    ["quoted", `${a},"1,5"\n${a},"1,000"\n`, [1, 2]],
    ["with semicolons", `${a};1,5\n${b};1\n`, [1]],
  ])("never takes an amount with a comma for another amount or a key: %s", (_, text, lines) => {
    expect(readList(text, { hasKeys: true, anySeparator: true }).errors.map(({ line }) => line)).toEqual(lines);
  });

  it("may have keys of digits if its first line names the column", () => {
    expect(readList(`wallet,amount,key\n${a},1,1001\n${b},2\n`, form)).toMatchObject({
      errors: [],
      rows: [{ key: "1001" }, { key: "" }],
    });
  });

  it("has no third cell where keys don't count", () => {
    expect(messages(`${a},1\n${b},1,order-1\n`, { hasKeys: false })).toEqual([
      expect.stringMatching(/^2 must be: wallet,amount;/),
    ]);
  });

  it("names semicolons and tabs, unless they are allowed", () => {
    expect(messages(`\n${a};1\n${b};2\n`)).toEqual([
      expect.stringMatching(/^2 .*semicolons: save the list with commas/),
    ]);
    expect(messages(`wallet\tamount\n${a}\t1\n`)).toEqual([expect.stringMatching(/^1 .*tabs/)]);
    expect(
      readList(`wallet;amount;key\r\n\r\n"${a}"; 12.5 \r\n${b};0.0000001;order-7\r\n`, { ...form, anySeparator: true }),
    ).toEqual({
      errors: [],
      rows: [
        { line: 3, wallet_address: a, amount: "12.5", key: "" },
        { line: 4, wallet_address: b, amount: "0.0000001", key: "order-7" },
      ],
    });
    expect(readList(`${a}\t1\t\n`, { ...form, anySeparator: true }).rows).toMatchObject([{ amount: "1" }]);
  });

  it("names each wrong line with what is wrong, and never repeats a secret key", () => {
    const secret = Keypair.random().secret();
    const other = a.slice(0, -1) + (a.endsWith("A") ? "B" : "A");
    const wrong = [
      `${a},0`,
      `${a},1.00000001`,
      "GNOBODY,1",
      `${secret},1`,
      `${b},1,same`,
      `${other},1`,
      `${a},922337203686`,
    ];
    const errors = messages([`${a},1,same`, ...wrong, `${b},-1`, `${a},1 MERIT`, `${a},1,voucher:x`, a].join("\n"));
    expect(errors).toEqual([
      expect.stringMatching(/^2 has the amount 0/),
      expect.stringMatching(/^3 has an amount with 8 decimals/),
      expect.stringMatching(/^4 .*valid checksum/),
      expect.stringMatching(/^5 has a secret key/),
      "6 has the key of line 1: each line needs one of its own",
      expect.stringMatching(/^7 .*valid checksum/),
      expect.stringMatching(/^8 .*larger than the ledger can hold/),
      expect.stringMatching(/^9 needs an amount/),
      expect.stringMatching(/^10 needs an amount/),
      expect.stringMatching(/^11 .*begins with rebuilt: or voucher:/),
      expect.stringMatching(/^12 must be: .*one cell/),
    ]);
    expect(errors.join()).not.toContain(secret);
    for (const empty of ["", "\n \n", "wallet,amount\n"]) expect(messages(empty)).toHaveLength(1);
  });

  it("may have a wallet twice, unless each is to come once", () => {
    const text = `${a},1\n${b},2\n${a},1\n${a},3,k\n`;
    expect(messages(text)).toEqual([]);
    expect(messages(text, { hasKeys: true, once: "wallet without key" })).toEqual([
      expect.stringMatching(/^3 has the wallet of line 1/),
    ]);
  });
});

describe("the text of a file", () => {
  const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

  it("is UTF-8, with a mark or without it", () => {
    for (const text of [`${a},1,café\n`, `\uFEFF${a},1,ключ\n`]) {
      expect(readList(decodeList(bytes(text, "utf8")), form)).toMatchObject({
        errors: [],
        rows: [{ wallet_address: a }],
      });
    }
  });

  it("is refused in another encoding, which would make keys that differ equal", () => {
    expect(() => decodeList(bytes(`${a},1\n${a},2,caf\xe9\n`, "latin1"))).toThrow(/not in UTF-8 \(line 2\).*Latin-1/);
    for (const text of [`\uFEFF${a},1\n`, `${a},1\n`])
      expect(() => decodeList(bytes(text, "utf16le"))).toThrow(/UTF-16/);
    expect(() => decodeList(bytes(`\uFEFF${a},1\n`, "utf16le").swap16())).toThrow(/UTF-16/);
  });
});
