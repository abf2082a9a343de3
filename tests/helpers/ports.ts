import { freePort, type Host } from "#lib/local/ports.ts";

/* Below what systems give to outgoing connections (Linux from 32 768, others from 49 152 on), one of which could hold
 * the port by the time that a server listens there, or comes back to it. */
const FIRST = 10_000;
const COUNT = 22_000;

/** A port that nobody uses: any of them, so that runs beside each other seldom want the same. */
export function unusedPort(host: Host, taken?: ReadonlySet<number>): Promise<number> {
  return freePort(FIRST + Math.floor(Math.random() * COUNT), host, taken);
}
