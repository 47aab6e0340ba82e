import { describe, expect, it } from "vitest";
import { readWalletList } from "./wallet-list.ts";

const cellsOf = (text: string) => readWalletList(text).map(({ cells }) => cells);

describe("a list of wallets", () => {
  it("may have quoted cells, with commas, quotes and line breaks inside", () => {
    expect(cellsOf('"a","1"\n"b, or c" , "2"\n"say ""d""",3\n"e\r\nf",4\n')).toEqual([
      ["a", "1"],
      ["b, or c", "2"],
      ['say "d"', "3"],
      ["e\nf", "4"],
    ]);
  });

  it("may begin with a byte order mark, and end its lines as Windows, Unix or both do", () => {
    expect(cellsOf("\uFEFFa,1\r\nb,2\nc,3")).toEqual([
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ]);
  });

  it.each(["wallet,amount", "Wallet_Address , AMOUNT", '\uFEFF"wallet","amount"', "wallet,amount,key"])(
    "leaves the first row out when it is %j",
    (header) => expect(cellsOf(`${header}\r\na,1`)).toEqual([["a", "1"]]),
  );

  it("names each row by the line on which it begins", () => {
    const rows = readWalletList('wallet,amount\r\n\r\n  \na,1\r\n"b\r\n\r\nc",2\nd,3');
    expect(rows.map(({ line }) => line)).toEqual([4, 5, 8]);
  });

  it.each([
    ['a,1\n\n \nb,"2\nc,3\n', 4, 2, /never closed/],
    ['a,1\n"b"x,2\nc,3\n', 2, 1, /after its closing quote/],
    ['a,1\n"b" x,2\nc,3\n', 2, 1, /after its closing quote/],
    ['a,1\n"b\n\nc","2"2\n', 2, 2, /after its closing quote/],
    ['a,1\nb"b",2\n', 2, 1, /quote the whole cell/],
  ])("names line and column of a wrong quote in %j", (text, line, column, message) => {
    expect(() => readWalletList(text)).toThrow(
      expect.objectContaining({ name: "ListSyntaxError", line, column, message: expect.stringMatching(message) }),
    );
  });

  it("is read only a little further than the limit", () => {
    const length = readWalletList("a,1\n".repeat(100), 10).length;
    expect(length).toBeGreaterThan(10);
    expect(length).toBeLessThan(20);
    expect(readWalletList(`wallet,amount\n${"a,1\n".repeat(10)}`, 10)).toHaveLength(10);
    expect(readWalletList(`wallet,amount\n${"a,1\n".repeat(11)}`, 10)).toHaveLength(11);
  });
});
