// @alone: looks at whole tables
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { TripDto } from "#lib/shared/trips.ts";
import { DUTIES, listsOf, newFilledTrip, type FilledTrip } from "#tests/helpers/resource-duties.ts";

/** Checks from which a list is exempt, each with its reason; all others apply. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  days: { "is found by search": "a day is found by the trip, and by what stands on it" },
  attachments: {
    "comes back from the trip's file": "a trip's file holds no bytes; its preview says so",
    "is in a copy of the trip": "tickets are of those who travelled; a copy is a plan",
    "is in the sample trip": "a sample's bytes would be stored once for every account",
    "is found by search": "it is found by what it hangs on",
    "is part of the fuzz that compares views":
      "an upload waits for its bytes, and is compared in integration/attachments",
  },
  decisions: { "is found by search": "it is found by its options, which are stops" },
  suggestions: {
    "is in the trip's file": "an open suggestion is addressed to the members of this very trip",
    "comes back from the trip's file": "it is not in the file",
    "is in a copy of the trip": "it is addressed to the members of this very trip",
    "is in the sample trip": "a sample has nobody who suggests",
    "is found by search": "it goes when it is answered",
    "is part of the fuzz that compares views":
      "the fuzz's sendDraft makes them, acceptSuggestion and dismissSuggestion answer them",
  },
  items: { "is found by search": "lists are short, and private ones are nobody else's to find" },
  expenses: { "is in a copy of the trip": "what was paid was paid once" },
  settlements: {
    "is in a copy of the trip": "what was paid was paid once",
    "is found by search": "it is found by its people",
  },
  members: { "is part of the fuzz that compares views": "the fuzz's setRole changes them" },
};

let lived: FilledTrip;
beforeAll(async () => {
  lived = await newFilledTrip();
});

/** @returns a text for each list of a whole-trip schema that fails the check */
async function neglected(dto: z.ZodObject, duty: string): Promise<string[]> {
  const holds = await DUTIES[duty]?.(lived);
  const missing: string[] = [];
  for (const list of listsOf(dto)) {
    const isKept = (await holds?.(list)) ?? false;
    const reason = LEFT_OUT[list]?.[duty];
    if (isKept && reason) missing.push(`${list} is no longer left out: ${reason}`);
    if (!isKept && !reason) missing.push(list);
  }
  return missing;
}

describe("every list of the whole trip", () => {
  test.each(Object.keys(DUTIES))("%s", async (duty) => {
    expect(await neglected(TripDto, duty)).toEqual([]);
  });
});

/** A whole-trip schema with a new resource that nothing else knows. */
const WithTrial = TripDto.extend({ trials: z.array(z.object({ id: z.string() })) });

describe("a resource that was added to the whole trip alone", () => {
  test.each(Object.keys(DUTIES))("is missed where each %s", async (duty) => {
    expect(await neglected(WithTrial, duty)).toContain("trials");
  });
});
