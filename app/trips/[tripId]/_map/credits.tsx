import type { Map as MapLibreMap, MapSourceDataEvent, StyleSpecification } from "maplibre-gl";
import { useEffect, useState } from "react";
import { licencesPath } from "#app/licences/licences-path.ts";
import { type Credit, creditsOf, EMBEDDED_MAP_CREDITS } from "./credit-text.ts";
import type { BaseMapKind } from "./base-map-renderer.ts";
import { MIN_STREETS_ZOOM } from "./street-source.ts";

type CreditsProps = { map: MapLibreMap; ground: BaseMapKind; licences: string };

/** Names the sources of the map and links to the page of all licences. */
export function Credits({ map, ground, licences }: CreditsProps) {
  const [named, setNamed] = useState<readonly Credit[]>(EMBEDDED_MAP_CREDITS);
  useEffect(() => {
    const read = () => {
      const shown = shownCredits(map, ground);
      setNamed((known) => (isSame(known, shown) ? known : shown));
    };
    // The credits are read again when the metadata of a source are loaded, because the source has no attribution
    // before.
    const hear = ({ sourceDataType }: MapSourceDataEvent) => {
      if (sourceDataType === "metadata") read();
    };
    read();
    const heard = [map.on("sourcedata", hear), map.on("idle", read), map.on("zoomend", read)];
    return () => {
      for (const each of heard) each.unsubscribe();
    };
  }, [map, ground]);
  const all = [...named, { text: licences, href: licencesPath }];
  return (
    <span className="flex flex-wrap justify-end gap-x-1.5">
      {all.map(({ text, href }) =>
        href ? (
          <a
            key={text}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="pointer-events-auto rounded-xs hover:underline touch:relative touch:after:absolute touch:after:-inset-x-1 touch:after:-inset-y-3.5"
          >
            {text}
          </a>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </span>
  );
}

function isSame(some: readonly Credit[], others: readonly Credit[]): boolean {
  return some.length === others.length && some.every(({ text }, index) => text === others[index]?.text);
}

/** Returns the credits of everything that is drawn at the current zoom. */
export function shownCredits(map: MapLibreMap, ground: BaseMapKind): readonly Credit[] {
  if (ground === "embedded") return EMBEDDED_MAP_CREDITS;
  const ids = Object.keys(styleOf(map)?.sources ?? {});
  const sources = ids.map((id) => map.getSource(id)?.attribution ?? "");
  const named = creditsOf([...new Set(sources)].join(" "));
  return ground === "streets" && map.getZoom() < MIN_STREETS_ZOOM
    ? [...EMBEDDED_MAP_CREDITS, ...named]
    : named;
}

/** Returns the map's style; undefined while it is not loaded, which MapLibre's own type leaves out. */
function styleOf(map: MapLibreMap): StyleSpecification | undefined {
  return map.getStyle();
}
