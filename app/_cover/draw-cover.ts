import { CoverMap, type CoverShape, type DrawnCover } from "#app/_cover/cover-map.ts";
import { drawWhileVisible } from "#app/_cover/in-sight.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

/** After so long without a drawing, the map is removed, so that the browser gets its memory back. */
const REST_MS = 10_000;

interface Wish {
  view: TripCover["map"];
  sources: MapSources;
  locale: Locale;
  shape: CoverShape;
}

let map: CoverMap | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
let line: Promise<unknown> = Promise.resolve();

/** Draws a cover; one map draws all covers, one after the other. Null: this browser has no WebGL, or drawing failed. */
export function drawCover(wish: Wish): Promise<DrawnCover | null> {
  const drawn = line.then(() => drawWhileVisible(() => draw(wish)));
  line = drawn.catch(() => undefined);
  return drawn;
}

async function draw({ view, sources, locale, shape }: Wish): Promise<DrawnCover | null> {
  clearTimeout(resting);
  map ??= CoverMap.open(sources, locale);
  try {
    return (await map?.draw(view, shape)) ?? null;
  } finally {
    resting = setTimeout(() => {
      map?.close();
      map = null;
    }, REST_MS);
  }
}
