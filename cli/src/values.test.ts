import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { endInstant, instant } from "./values.ts";

describe("a time", () => {
  it.each([
    ["2027-01-31T12:00:00Z", "2027-01-31T12:00:00.000Z"],
    ["2027-01-31t12:00z", "2027-01-31T12:00:00.000Z"],
    ["2027-01-31T12:00:00.5+02:00", "2027-01-31T10:00:00.500Z"],
  ])("with a zone is that moment: %s", (text, moment) => {
    expect([instant(text), endInstant(text)]).toEqual([moment, moment]);
  });

  it("that is a date is its start, or its end, so that the last day belongs to a period", () => {
    expect([instant("2027-01-31"), endInstant("2027-01-31")]).toEqual([
      "2027-01-31T00:00:00.000Z",
      "2027-02-01T00:00:00.000Z",
    ]);
    expect(endInstant("2028-02-28")).toBe("2028-02-29T00:00:00.000Z");
  });

  it.each(["2027-01-31T12:00:00", "2027-01-31T12:00", "2027-01-31 12:00:00Z", "31.1.2027", "2027-01-31T12", "now", ""])(
    "without a zone, or in another form, is refused: %s",
    (text) => expect(() => instant(text)).toThrow('a time with its zone: "2027-01-31T12:00:00Z"'),
  );

  it("after the year 9999 is refused", () => {
    expect(endInstant("9999-12-30")).toBe("9999-12-31T00:00:00.000Z");
    for (const text of ["9999-12-31", "9999-12-31T23:00:00-01:00"]) {
      expect(() => endInstant(text)).toThrow("It must be before the end of the year 9999, in UTC.");
    }
  });

  it.each(["2027-02-29", "2027-13-01", "2027-02-30T12:00:00Z", "2027-01-31T25:00:00Z"])(
    "that doesn't exist is refused: %s",
    (text) => expect(() => endInstant(text)).toThrow(InvalidArgumentError),
  );
});
