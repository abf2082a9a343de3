import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { PrimaryImagery } from "#lib/server/street-view/primary.ts";
import { type ImageSearchResult, searchAround } from "#lib/server/street-view/search.ts";
import {
  type AnswerOverride,
  type StreetImagery,
  type StreetRequest,
  startStreetImagery,
} from "#tests/doubles/street-imagery.ts";

interface Asked {
  radiusMeters?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}

interface StreetSearches {
  imagery: StreetImagery;
  search: (asked?: Asked) => Promise<ImageSearchResult>;
  /** Makes the double answer in the same way each request that matches, at most `times` times. */
  answering: (act: AnswerOverride, fits?: (request: StreetRequest) => boolean, times?: number) => void;
}

/** The point around which the tests search. */
export const HERE = { lat: 35.0037, lng: 135.7788 };

/** Provides searches by the real client against a double of the provider. After each test, no connection stays open. */
export async function useStreetSearches(): Promise<StreetSearches> {
  const imagery = await startStreetImagery();
  let provider: PrimaryImagery;
  beforeEach(() => {
    provider = new PrimaryImagery({ apiUrl: imagery.url, accessToken: imagery.token });
  });
  afterEach(async () => {
    await provider.close();
    // An aborted request can still arrive, so this waits until no connection is open.
    await expect.poll(() => imagery.connections()).toBe(0);
    imagery.reset();
  });
  afterAll(() => imagery.stop());
  return {
    imagery,
    search: ({ radiusMeters = 100, timeoutMs = 12_000, signal = new AbortController().signal } = {}) =>
      searchAround(provider, { ...HERE, radiusMeters }, { timeoutMs, signal }),
    answering(act, fits = () => true, times = Infinity) {
      let left = times;
      imagery.script((request) => {
        if (left === 0 || !fits(request)) return null;
        left -= 1;
        return act;
      });
    },
  };
}

export function panoramaFilterOf({ url }: StreetRequest): string {
  return url.searchParams.get("is_pano") ?? "";
}

export function boxOf({ url }: StreetRequest): string {
  return url.searchParams.get("bbox") ?? "";
}
