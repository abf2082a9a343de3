import type { CoverShape, DrawnCover } from "#app/_cover/cover-map.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import { type CoverTone, keepCover, readCover } from "#lib/client/cover-store.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

/** Another number has every map drawn anew. */
const EDITION = 2;

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

interface Known {
  /** All that it shows. */
  look: string;
  made: Promise<DrawnCover | null>;
}

/** By trip, theme and shape, so that going back to a page shows them at once. */
const known = new Map<string, Known>();

/** From this device where it is kept; else drawn, in turn with the others. What is not whole is drawn anew for the next. */
export function coverImage(asked: Asked, draw = drawInTurn): Promise<DrawnCover | null> {
  const { id, tone, shape, view, sources } = asked;
  const look = JSON.stringify([EDITION, view, sources]);
  const name = `${id} ${tone} ${shape}`;
  const before = known.get(name);
  if (before?.look === look) return before.made;
  const mine = { look, made: make(asked, look, draw) };
  known.set(name, mine);
  const forget = () => {
    if (known.get(name) === mine) known.delete(name);
  };
  mine.made.then((image) => image?.isWhole || forget(), forget);
  return mine.made;
}

async function make(asked: Asked, look: string, draw: typeof drawInTurn): Promise<DrawnCover | null> {
  const { id: tripId, userId, tone } = asked;
  const kept = userId === null ? null : await readCover(userId, { tripId, tone, look });
  if (kept) return { picture: kept.picture, credits: kept.credits, isWhole: true };
  const drawn = await draw(asked);
  if (userId !== null && drawn?.isWhole) {
    const { picture, credits } = drawn;
    void keepCover(userId, { tripId, tone, look, picture, credits, at: Date.now() });
  }
  return drawn;
}

async function drawInTurn(asked: Asked): Promise<DrawnCover | null> {
  const { drawCover } = await import("#app/_cover/draw-cover.ts");
  return drawCover(asked);
}
