// Ends with 0 while the service on this machine says that all its parts are well, or with `--live` that it lives; what a
// container is asked.
import { parseArgs } from "node:util";
import { environment } from "#lib/server/env.ts";

const { values } = parseArgs({ options: { live: { type: "boolean", default: false } } });
const path = values.live ? "/api/ping" : "/api/health";
const port = environment().PORT?.trim() || "3000";
try {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = answer.ok ? 0 : 1;
  if (!answer.ok) console.error(await answer.text());
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
