// Ends with 0 while the service on this machine says that all its parts are well; what a container is asked.
import { environment } from "#lib/server/env.ts";

const port = environment().PORT?.trim() || "3000";
try {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = answer.ok ? 0 : 1;
  if (!answer.ok) console.error(await answer.text());
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
