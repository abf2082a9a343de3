import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { coverRetryDelay } from "#lib/client/trips/covers.ts";
import type { TripCover } from "#lib/shared/covers.ts";

const PENDING: TripCover = { picture: null, map: { destination: null, stops: [] }, isPending: true };
const KNOWN: TripCover = { ...PENDING, isPending: false };

/** Returns how long a card waits after each of these answers in turn, in seconds. */
async function pausesAfter(answers: readonly (TripCover | Error)[]): Promise<(number | false)[]> {
  const client = new QueryClient();
  const queryKey = ["trip-cover"];
  const pauses: (number | false)[] = [];
  for (const answer of answers) {
    const queryFn = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
    await client.prefetchQuery({ queryKey, queryFn, retry: false });
    const state = client.getQueryState<TripCover>(queryKey);
    const pause = state ? coverRetryDelay(state) : false;
    pauses.push(pause === false ? false : pause / 1000);
  }
  client.clear();
  return pauses;
}

const gone = new Error("gone");

test.each<[string, (TripCover | Error)[], (number | false)[]]>([
  ["never becomes known", [PENDING, PENDING, PENDING, PENDING, PENDING], [35, 120, 600, false, false]],
  ["nobody answers for meanwhile", [PENDING, gone, gone, gone, gone], [35, 120, 600, false, false]],
  ["becomes known", [PENDING, KNOWN], [35, false]],
  ["is known", [KNOWN], [false]],
])("a cover that %s is asked for three times more at most, at growing pauses", async (_, answers, pauses) => {
  expect(await pausesAfter(answers)).toEqual(pauses);
});
