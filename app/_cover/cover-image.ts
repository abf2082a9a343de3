import type { CoverShape } from "#app/_cover/cover-map.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import { type CoverTone, keepCover, readCover } from "#lib/client/cover-store.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

/** Another number has every map drawn anew. */
const EDITION = 2;

export interface CoverImage {
  url: string;
  credits: ReadonlyArray<{ text: string; href: string | null }>;
}

interface Asked {
  /** The trip's, or of the invite to it. */
  id: string;
  /** Whose it is kept for; null: for nobody. */
  userId: string | null;
  view: TripCover["map"];
  sources: MapSources;
  locale: Locale;
  tone: CoverTone;
  shape: CoverShape;
}

/** By all that they show, so that going back to a page shows them at once. */
const known = new Map<string, Promise<CoverImage | null>>();

/** From this device where it is kept; else drawn, in turn with the others. */
export function coverImage(asked: Asked): Promise<CoverImage | null> {
  const look = JSON.stringify([EDITION, asked.view, asked.sources]);
  const name = `${asked.id} ${asked.tone} ${asked.shape} ${look}`;
  const made = known.get(name) ?? make(asked, look);
  known.set(name, made);
  made.then(
    (image) => image ?? known.delete(name),
    () => known.delete(name),
  );
  return made;
}

async function make(asked: Asked, look: string): Promise<CoverImage | null> {
  const { id: tripId, userId, tone } = asked;
  const kept = userId === null ? null : await readCover(userId, { tripId, tone, look });
  if (kept) return { url: URL.createObjectURL(kept.picture), credits: kept.credits };
  const { drawCover } = await import("#app/_cover/draw-cover.ts");
  const drawn = await drawCover(asked);
  if (!drawn) return null;
  const { picture, credits, isWhole } = drawn;
  if (userId !== null && isWhole)
    void keepCover(userId, { tripId, tone, look, picture, credits, at: Date.now() });
  return { url: URL.createObjectURL(picture), credits };
}
