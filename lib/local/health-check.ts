// The health check of a container: exits with 0 if the service on this machine reports that all its parts work, or with
// `--live` that its process runs.
import { parseArgs } from "node:util";
import { environment } from "#lib/server/env/env.ts";

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
