import type { CoverShape, DrawnCover } from "#app/_cover/cover-map.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import { type CoverTone, storeCover, readCover } from "#lib/client/storage/cover-store.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

/** The version of the drawing; another number makes every map be drawn again. */
const EDITION = 2;

interface Asked {
  /** The id of the trip, or of the invite to it. */
  id: string;
  /** The user for whom the map is stored; null: it is not stored. */
  userId: string | null;
  view: TripCover["map"];
  sources: MapSources;
  locale: Locale;
  tone: CoverTone;
  shape: CoverShape;
}

interface Known {
  /** A text of everything that the map shows. */
  look: string;
  made: Promise<DrawnCover | null>;
}

/** The maps by trip, theme and shape, so that they appear immediately when the user returns to a page. */
const known = new Map<string, Known>();

/**
 * Returns a map that this device has stored. Otherwise the map is drawn, after the maps that were requested earlier. A
 * map whose tiles are incomplete is not stored, so it is drawn again the next time.
 */
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
    void storeCover(userId, { tripId, tone, look, picture, credits, at: Date.now() });
  }
  return drawn;
}

async function drawInTurn(asked: Asked): Promise<DrawnCover | null> {
  const { drawCover } = await import("#app/_cover/draw-cover.ts");
  return drawCover(asked);
}
