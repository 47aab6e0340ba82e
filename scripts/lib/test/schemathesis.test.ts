import { expect, it } from "vitest";
import { failuresOf } from "./schemathesis.ts";

it("names each failure, and each call that was not answered, with its operation", () => {
  const output = `==================================== ERRORS ====================================
__________________________________ GET /users __________________________________
Network Error

Read timed out after 10.00 seconds

Need more help?
    Join our Discord server: https://discord.gg/R9ASRAmHnA
=================================== FAILURES ===================================
_______________________________ GET /leaderboard _______________________________
1. Test Case ID: VYfCrT

- ST105 Undocumented Content-Type

    Received: application/json

2. Test Case ID: MW1EXq

- ST101 Server error

[500] Internal Server Error:

    \`- no failure\`
__________________________________ GET /drops __________________________________
1. Test Case ID: bcM1E1

- ST106 Undocumented HTTP status code
=================================== WARNINGS ===================================

- no failure either
`;
  expect(failuresOf(output)).toEqual([
    { test: "GET /users", error: "Network Error" },
    { test: "GET /leaderboard", error: "ST105 Undocumented Content-Type" },
    { test: "GET /leaderboard", error: "ST101 Server error" },
    { test: "GET /drops", error: "ST106 Undocumented HTTP status code" },
  ]);
});

it("says what ended the tool if it lists none", () => {
  const output = "Usage: st run [OPTIONS] LOCATION\nError: No such option: --phase\n";
  expect(failuresOf(output)).toEqual([{ test: "schemathesis", error: "Error: No such option: --phase" }]);
});
