import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import { licencesPath } from "#app/licences/licences-path.ts";
import { type Credit, creditsOf, EMBEDDED } from "./credit-text.ts";

type CreditsProps = { map: MapLibreMap; embedded: boolean; licences: string };

/** Who made the map, and where all licences stand. */
export function Credits({ map, embedded, licences }: CreditsProps) {
  const [named, setNamed] = useState<readonly Credit[]>([]);
  useEffect(() => {
    if (embedded) return undefined;
    // A source knows its credit only once its description has come.
    const read = () => {
      const sources = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution ?? "");
      setNamed(creditsOf([...new Set(sources)].join(" ")));
    };
    map.on("idle", read);
    return () => void map.off("idle", read);
  }, [map, embedded]);
  const all = [...(embedded ? EMBEDDED : named), { text: licences, href: licencesPath }];
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
