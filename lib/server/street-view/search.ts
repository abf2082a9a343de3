import PQueue from "p-queue";
import type { Point } from "#lib/shared/legs.ts";
import { STREET_VIEW_LIMITS } from "#lib/shared/street-view-limits.ts";
import type { StreetImageKind } from "#lib/shared/street-view.ts";
import { RequestBudget } from "./request-budget.ts";
import { type Box, distanceToBox, initialCells, quarters } from "./grid.ts";
import { asFailure, ProviderFailure } from "./provider-failure.ts";
import type { ProviderImage, StreetImageryProvider } from "./provider.ts";
import { rankImages, type RankedImage } from "./ranking.ts";

/** A search in its canonical form: limited, rounded and complete. */
export interface SearchRequest extends Point {
  radiusMeters: number;
}

export interface ImageSearchResult {
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
): Promise<ImageSearchResult> {
  const attempts = new RequestBudget({ ...limits, budget: STREET_VIEW_LIMITS.requestBudget });
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
  readonly #attempts: RequestBudget;
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  readonly #images = new Map<string, ProviderImage>();
  readonly #failures: ProviderFailure[] = [];
  #answers = 0;

  constructor(provider: StreetImageryProvider, request: SearchRequest, attempts: RequestBudget) {
    this.#provider = provider;
    this.#request = request;
    this.#attempts = attempts;
  }

  finish(): Promise<void> {
    this.#queueCells(LANES, initialCells(this.#request, this.#request.radiusMeters));
    return this.#queue.onIdle();
  }

  result(): ImageSearchResult {
    const fatal = this.#failures.find(({ kind, isFatal }) => isFatal || kind === "cancelled");
    const failure = fatal ?? this.#failures[0];
    if (failure && (this.#answers === 0 || failure.kind === "cancelled")) throw failure;
    const ranked = rankImages(this.#images.values(), this.#request, this.#request.radiusMeters);
    return {
      completeness: failure ? "partial" : "complete",
      candidateCount: ranked.length,
      panoramaAvailable: ranked.some(({ kind }) => kind === "panorama"),
      images: ranked.slice(0, STREET_VIEW_LIMITS.maxLimit),
      flat: ranked.filter(({ kind }) => kind === "flat").slice(0, STREET_VIEW_LIMITS.maxLimit),
      failures: [...new Map(this.#failures.map((each) => [each.kind, each])).values()],
    };
  }

  #queueCells(lanes: readonly StreetImageKind[], boxes: Box[]): void {
    const cells = boxes.map((box) => ({ box, distance: distanceToBox(this.#request, box) }));
    // The first cells start at once, before the queue sorts them, so they are sorted here.
    for (const { box, distance } of cells.toSorted((a, b) => a.distance - b.distance)) {
      for (const lane of lanes) void this.#queue.add(() => this.#read(lane, box), { priority: -distance });
    }
  }

  /** Searches a cell for photos of one kind. It never rejects. */
  async #read(lane: StreetImageKind, box: Box): Promise<void> {
    try {
      const { images, isFull } = await this.#attempts.ask((signal) =>
        this.#provider.searchCell(box, lane, signal),
      );
      this.#answers += 1;
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
    this.#queueCells([lane], boxes);
  }
}
