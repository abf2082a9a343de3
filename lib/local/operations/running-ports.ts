import { join } from "node:path";
import { readLockDetails } from "../lock.ts";

/**
 * Returns the ports of the service that runs on a folder, as variables. They differ from the configured ports if other
 * programs used those when the service started.
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
