"use client";

import { CoverScope, useCoverScope } from "#app/_cover/cover-scope.tsx";
import { MapCredit, PictureCredit } from "#app/_cover/credit-line.tsx";
import { TripCover } from "#app/_cover/trip-cover.tsx";
import { useStore } from "#app/trips/[tripId]/_base/store.ts";
import { coverId, type CoverTarget } from "#lib/client/trips/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

type CaptionedCoverProps = { of: CoverTarget; title: string; className: string };

/** A single cover with its credit below. The credit's line has its height before the credit is known. */
export function CaptionedCover({ mapSources, ...cover }: CaptionedCoverProps & { mapSources: MapSources }) {
  return (
    <CoverScope mapSources={mapSources} userId={null} shape="wide">
      <Figure {...cover} />
    </CoverScope>
  );
}

function Figure({ of, title, className }: CaptionedCoverProps) {
  const { credits } = useCoverScope();
  const credit = useStore(credits, ({ shown }) => shown.get(coverId(of)) ?? null);
  return (
    <figure className="m-0">
      <TripCover of={of} title={title} className={className} />
      <figcaption className="min-h-5 pt-1 text-xs text-text-3">
        {credit?.kind === "picture" ? <PictureCredit credit={credit.credit} /> : null}
        {credit?.kind === "map" ? <MapCredit credits={credit.credits} /> : null}
      </figcaption>
    </figure>
  );
}
