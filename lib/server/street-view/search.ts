import type { Point } from "#lib/shared/legs.ts";
import { STREET_VIEW } from "#lib/shared/street-view-limits.ts";
import type { StreetImageKind } from "#lib/shared/street-view.ts";
import { Attempts } from "./attempts.ts";
import { type Box, distanceToBox, initialCells, quarters } from "./grid.ts";
import { asFailure, ProviderFailure } from "./provider-failure.ts";
import type { ProviderImage, StreetImageryProvider } from "./provider.ts";
import { rank, type RankedImage } from "./ranking.ts";

/** A search in its canonical form: limited, rounded and complete. */
export interface SearchRequest extends Point {
  radiusMeters: number;
}

export interface Found {
  completeness: "complete" | "partial";
  candidateCount: number;
  panoramaAvailable: boolean;
  /** The photos, as many as any caller may request. */
  images: RankedImage[];
  /** The flat photos alone, for callers who may not have panoramas. */
  flat: RankedImage[];
  /** The different failures of the cells that could not be read. */
  failures: ProviderFailure[];
}

interface Job {
  lane: StreetImageKind;
  box: Box;
  distance: number;
}

const LANES: readonly StreetImageKind[] = ["flat", "panorama"];
const AT_ONCE = 6;

/**
 * Finds street photos around a point. The circle is covered by cells, each of which is searched for flat photos and for
 * panoramas. Cells near the point are first, so that only distant ones are missing when budget or time run out.
 * @throws ProviderFailure when no cell could be read
 */
export async function searchAround(
  provider: StreetImageryProvider,
  request: SearchRequest,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<Found> {
  const attempts = new Attempts({ ...limits, budget: STREET_VIEW.requestBudget });
  try {
    const run = new SearchRun(provider, request, attempts);
    await run.finish();
    return run.result();
  } finally {
    attempts.close();
  }
}

class SearchRun {
  readonly #provider: StreetImageryProvider;
  readonly #request: SearchRequest;
  readonly #attempts: Attempts;
  readonly #queue: Job[];
  readonly #images = new Map<string, ProviderImage>();
  readonly #failures: ProviderFailure[] = [];
  readonly #finished = Promise.withResolvers<void>();
  #running = 0;
  #read = 0;

  constructor(provider: StreetImageryProvider, request: SearchRequest, attempts: Attempts) {
    this.#provider = provider;
    this.#request = request;
    this.#attempts = attempts;
    this.#queue = this.#jobs(LANES, initialCells(request, request.radiusMeters));
  }

  finish(): Promise<void> {
    this.#pump();
    return this.#finished.promise;
  }

  result(): Found {
    const fatal = this.#failures.find(({ kind, isFatal }) => isFatal || kind === "cancelled");
    const failure = fatal ?? this.#failures[0];
    if (failure && (this.#read === 0 || failure.kind === "cancelled")) throw failure;
    const ranked = rank(this.#images.values(), this.#request, this.#request.radiusMeters);
    return {
      completeness: failure ? "partial" : "complete",
      candidateCount: ranked.length,
      panoramaAvailable: ranked.some(({ kind }) => kind === "panorama"),
      images: ranked.slice(0, STREET_VIEW.maxLimit),
      flat: ranked.filter(({ kind }) => kind === "flat").slice(0, STREET_VIEW.maxLimit),
      failures: [...new Map(this.#failures.map((each) => [each.kind, each])).values()],
    };
  }

  #jobs(lanes: readonly StreetImageKind[], boxes: Box[]): Job[] {
    return boxes
      .flatMap((box) => lanes.map((lane) => ({ lane, box, distance: distanceToBox(this.#request, box) })))
      .toSorted((a, b) => a.distance - b.distance);
  }

  #pump(): void {
    while (this.#running < AT_ONCE) {
      const job = this.#queue.shift();
      if (!job) break;
      this.#running += 1;
      void this.#run(job).finally(() => {
        this.#running -= 1;
        this.#pump();
      });
    }
    if (this.#running === 0) this.#finished.resolve();
  }

  async #run({ lane, box }: Job): Promise<void> {
    try {
      const { images, isFull } = await this.#attempts.ask((signal) =>
        this.#provider.searchCell(box, lane, signal),
      );
      this.#read += 1;
      for (const image of images) this.#images.set(image.id, image);
      if (isFull) this.#split(lane, box, new ProviderFailure("density"));
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind === "density") return this.#split(lane, box, failure);
      this.#failures.push(failure);
      // The remaining requests would be refused, too.
      if (failure.isFatal) this.#attempts.stop();
    }
  }

  #split(lane: StreetImageKind, box: Box, failure: ProviderFailure): void {
    const { radiusMeters } = this.#request;
    const boxes = quarters(box, this.#request, radiusMeters);
    if (boxes.length === 0) this.#failures.push(failure);
    this.#queue.push(...this.#jobs([lane], boxes));
    this.#queue.sort((a, b) => a.distance - b.distance);
  }
}
