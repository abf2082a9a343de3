import type { PlaceDto } from "#lib/shared/places.ts";

/** Whose data the places are, each named once; nothing for what was only pasted. */
export function PlaceCredit({ places }: { places: readonly PlaceDto[] }) {
  const credits = new Set(places.flatMap(({ attribution }) => attribution.split(" · ").filter(Boolean)));
  return credits.size === 0 ? null : (
    <p className="px-3 pt-1 pb-1.5 text-xs text-text-3">{[...credits].join(" · ")}</p>
  );
}
