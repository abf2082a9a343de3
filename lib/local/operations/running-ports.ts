import { join } from "node:path";
import { readLockDetails } from "../lock.ts";

/**
 * The ports of the service that runs on a folder, as variables: they may differ from the configured ones if those were
 * in use.
 */
export function runningPorts(dataDir: string): Record<string, string> {
  const { port, partyPort } = readLockDetails(join(dataDir, "supervisor.json")) ?? {};
  const known = { PORT: port, PARTY_PORT: partyPort };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) =>
      typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}
