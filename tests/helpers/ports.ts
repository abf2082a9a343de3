import { freePort, type Host } from "#lib/local/ports.ts";

/*
 * The first port and the number of ports of the range. It ends below the ports that systems give to outgoing
 * connections (Linux from 32 768, others from 49 152 on), which could hold a port when a server restarts on it.
 */
const FIRST = 10_000;
const COUNT = 22_000;

/** Returns an unused port, chosen at random so that parallel test runs seldom want the same one. */
export function unusedPort(host: Host, taken?: ReadonlySet<number>): Promise<number> {
  return freePort(FIRST + Math.floor(Math.random() * COUNT), host, taken);
}
