"use client";

import {
  Building2,
  CalendarDays,
  Crosshair,
  Flag,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  PlaneTakeoff,
} from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import { typedPrefixLength } from "#lib/client/places/typed-part.ts";
import type { OfferedPlace } from "#lib/client/places/planned-places.ts";
import type { PlaceKind } from "#lib/shared/places.ts";
import { useTripPlaces } from "./trip-places.tsx";
import { usePlaceWords } from "./use-place-words.ts";

const icons: Record<PlaceKind, LucideIcon> = {
  country: Flag,
  region: MapIcon,
  city: Building2,
  airport: PlaneTakeoff,
  poi: MapPin,
  address: MapPin,
  point: Crosshair,
};

type PlaceOptionProps = { place: OfferedPlace; typed: string; end?: ReactNode };

/**
 * An option with the place's name, the typed part in bold, and below it the kind and the location; for a place of the
 * plan, its day and time.
 */
export function PlaceOption({ place, typed, end }: PlaceOptionProps) {
  const words = usePlaceWords();
  const { distance } = useTripPlaces();
  const { name, kind, code, alsoKnownAs } = place;
  const far = distance(place);
  return (
    <OptionLine
      icon={place.planned ? CalendarDays : icons[kind]}
      below={words.about(place)}
      end={
        <>
          {code ? <span className="shrink-0 text-sm text-text-2">{code}</span> : null}
          {far ? <span className="shrink-0 text-xs text-text-3 tabular-nums">{far}</span> : null}
          {end}
        </>
      }
    >
      <TypedPart of={name} typed={typed} />
      {alsoKnownAs && alsoKnownAs !== name ? (
        <span className="text-text-3">
          {" "}
          <TypedPart of={alsoKnownAs} typed={typed} />
        </span>
      ) : null}
    </OptionLine>
  );
}

function TypedPart({ of, typed }: { of: string; typed: string }) {
  const bold = typedPrefixLength(of, typed);
  return (
    <>
      <span className="font-semibold">{of.slice(0, bold)}</span>
      {of.slice(bold)}
    </>
  );
}

type OptionLineProps = { icon: LucideIcon; below: string; end?: ReactNode; children: ReactNode };

export function OptionLine({ icon, below, end, children }: OptionLineProps) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 py-1">
      <Icon of={icon} className="text-text-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        <span className="block truncate text-xs text-text-3">{below}</span>
      </span>
      {end}
    </span>
  );
}
