"use client";

import {
  Building2,
  Crosshair,
  Flag,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  PlaneTakeoff,
} from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import { typedPart } from "#lib/client/typed-part.ts";
import type { PlaceDto, PlaceKind } from "#lib/shared/places.ts";
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

type PlaceOptionProps = { place: PlaceDto; typed: string; end?: ReactNode };

/** Its name with the part that was typed in bold, and below what and where it is. */
export function PlaceOption({ place, typed, end }: PlaceOptionProps) {
  const words = usePlaceWords();
  const { name, kind, code, alsoKnownAs } = place;
  const bold = typedPart(name, typed);
  return (
    <OptionLine
      icon={icons[kind]}
      below={words.about(place)}
      end={
        <>
          {code ? <span className="shrink-0 text-sm text-text-2">{code}</span> : null}
          {end}
        </>
      }
    >
      <span className="font-semibold">{name.slice(0, bold)}</span>
      {name.slice(bold)}
      {alsoKnownAs && alsoKnownAs !== name ? <span className="text-text-3"> {alsoKnownAs}</span> : null}
    </OptionLine>
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
