// @long: requests that stall for half a minute
import { expect, test } from "vitest";
import { HttpClient } from "./http-client.ts";
import { newNativePerson } from "./people.ts";
import { newTrip } from "./trips.ts";

const WINDOWS = 5;
const READS = 200;

test("Stall › while one client signs in again and again from distinct addresses, another's trip list is at most 3 times as slow", async () => {
  const { client: reader } = await newNativePerson();
  await newTrip(reader);
  const { client: _, ...noisy } = await newNativePerson();
  await p99Of(reader);

  const [quiet, loud]: [number[], number[]] = [[], []];
  for (let window = 0; window < WINDOWS; window++) {
    quiet.push(await p99Of(reader));
    const noise = keepSigningIn(noisy);
    loud.push(await p99Of(reader));
    expect(await noise.stop()).toBeGreaterThan(0);
  }
  console.log(`trip list p99: quiet ${median(quiet).toFixed(1)} ms, loud ${median(loud).toFixed(1)} ms`);
  expect(median(loud)).toBeLessThanOrEqual(3 * median(quiet));
});

/** Returns the 99th percentile of the times of a client's trip list, in milliseconds. */
async function p99Of(client: HttpClient): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read++) {
    const before = performance.now();
    const answer = await client.get("/api/trips");
    times.push(performance.now() - before);
    expect(answer.status).toBe(200);
  }
  times.sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

/** Signs in again and again. @returns a function that stops the sign-ins and returns how many succeeded */
function keepSigningIn(credentials: { email: string; password: string }): { stop(): Promise<number> } {
  const over = new AbortController();
  async function work(): Promise<number> {
    let signedIn = 0;
    while (!over.signal.aborted) {
      const answer = await new HttpClient().post("/api/auth/sign-in/email", credentials);
      if (answer.status === 200) signedIn++;
    }
    return signedIn;
  }
  const done = work();
  return {
    stop() {
      over.abort();
      return done;
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
