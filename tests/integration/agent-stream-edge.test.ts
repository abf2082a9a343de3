import { expect, test } from "vitest";
import { streamAgentEvents } from "#lib/server/agent/stream-events.ts";
import { FUNCTION_SECONDS } from "#lib/server/env-deployment.ts";
import { newScene } from "#tests/factories/scenes.ts";
import { listen } from "#tests/helpers/statements.ts";
import { ctxOf } from "#tests/helpers/verb-ctx.ts";

process.env.AGENT_MODEL = "scripted-1";
process.env.AGENT_API_KEY = "key";
process.env.EDGE_RUNTIME = "true";

/** Whether a stream that began so long ago ends by itself, or goes on looking for events. */
async function hasEndedAfter(seconds: number): Promise<boolean> {
  const { owner, tripId } = await newScene();
  const gone = new AbortController();
  let now = Date.now();
  const ctx = ctxOf(owner, { now: () => new Date(now), signal: gone.signal });
  const looks = Promise.withResolvers<false>();
  let left = 3;
  let outcome = false;
  await listen(
    async () => {
      const events = await streamAgentEvents(ctx, tripId, { after: 0, lastEventId: null });
      const reading = events[Symbol.asyncIterator]().next();
      now += seconds * 1000;
      outcome = await Promise.race([reading.then(({ done }) => done === true), looks.promise]);
      gone.abort();
      await reading;
    },
    ({ name }) => {
      if (name === "select_agent_events" && --left === 0) looks.resolve(false);
      return undefined;
    },
  );
  return outcome;
}

test("where functions are cut off, a stream ends before and not long before", async () => {
  expect(await hasEndedAfter(FUNCTION_SECONDS - 10)).toBe(true);
  expect(await hasEndedAfter(FUNCTION_SECONDS - 60)).toBe(false);
});
