import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants } from "#tests/helpers/process-tree.ts";
import type { Service } from "./service.ts";

/**
 * The milliseconds between two readings of the memory, the number of equal readings that end the wait, and the maximum
 * number of readings. V8 frees the memory of a load about 8 seconds after the load's end.
 */
const [READING_MS, STEADY_READINGS, MOST_READINGS] = [500, 24, 120];

/** Returns the resident memory of the web part in MiB after it has stopped changing. */
export async function stableWebMiB(service: Service): Promise<number> {
  const readings = [webMiB(service)];
  while (readings.length < MOST_READINGS) {
    await sleep(READING_MS);
    readings.push(webMiB(service));
    const recent = readings.slice(-STEADY_READINGS);
    if (recent.length === STEADY_READINGS && Math.max(...recent) - Math.min(...recent) < 1) break;
  }
  return readings.at(-1) ?? 0;
}

export function webMiB({ app }: Service): number {
  return residentMiB(app.pidOf("web") ?? 0);
}

/** Returns the memory of the rooms' runtime, which is a child process of PartyKit's. */
export function roomsMiB({ app }: Service): number {
  const runtimes = descendants(app.pidOf("rooms") ?? 0).filter(({ command }) => command.includes("workerd"));
  return runtimes.reduce((total, { pid }) => total + residentMiB(pid), 0);
}

function residentMiB(pid: number): number {
  if (process.platform === "linux") {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
