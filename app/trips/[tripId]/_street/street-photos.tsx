"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu, MenuChoice } from "#app/_ui/menu.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import {
  type StreetViewer as ViewerFacts,
  useStreetPhotos,
  useStreetViewer,
} from "#lib/client/places/street-view.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { StreetViewResult } from "#lib/shared/street-view.ts";
import { sectionHead } from "../_base/fields/notes-field.tsx";
import { whenSeenAndIdle } from "../_model/when-seen.ts";
import { PhotoCredit } from "../_base/photos/photo-credit.tsx";
import { PhotoSkeletons } from "../_base/photos/photo-strip.tsx";
import { PhotosToOpen } from "../_base/photos/photos-to-open.tsx";
import { usePhotoWords } from "../_base/photos/use-photo-words.ts";

const RADII = [100, 300, 1000];

interface Point {
  lat: number;
  lng: number;
}

/** Street photos around a place; renders nothing if the service has none, or if the reader may not see them. */
export function StreetPhotos({ point }: { point: Point | null }) {
  const { id: tripId, isDemo } = useTrip((trip) => ({ id: trip.id, isDemo: trip.isDemo }));
  // Photos are for members only, and the readers of the public demo trip are no members.
  const viewer = useStreetViewer(tripId, point !== null && !isDemo);
  if (!point || !viewer) return null;
  return <StreetSection key={`${point.lat},${point.lng}`} point={point} viewer={viewer} />;
}

function StreetSection({ point, viewer }: { point: Point; viewer: ViewerFacts }) {
  const t = useTranslations("trip-street");
  const words = usePhotoWords();
  const headId = useId();
  const root = useRef<HTMLElement>(null);
  const tripId = useTrip((trip) => trip.id);
  const { defaultRadiusMeters, maxRadiusMeters } = viewer.search;
  const [radiusMeters, setRadius] = useState(defaultRadiusMeters);
  const [isSeen, setSeen] = useState(false);
  const photos = useStreetPhotos({ tripId, ...point, radiusMeters, enabled: isSeen });
  useEffect(() => (root.current ? whenSeenAndIdle(root.current, () => setSeen(true)) : undefined), []);
  if (photos.isOff) return null;
  const { found } = photos;
  const radii = [...new Set([defaultRadiusMeters, ...RADII])].filter((radius) => radius <= maxRadiusMeters);
  return (
    <section ref={root} aria-labelledby={headId} className="px-4 pt-2.5 pb-1">
      <div className="flex min-h-7 items-center justify-between gap-2 pb-1">
        <h3 id={headId} className={`${sectionHead} mb-0!`}>
          {t("title")}
        </h3>
        <Radius value={radiusMeters} options={radii.toSorted((a, b) => a - b)} onChange={setRadius} />
      </div>
      {photos.isFailed ? null : !found ? (
        <PhotoSkeletons />
      ) : found.images.length > 0 ? (
        <PhotosToOpen images={found.images} />
      ) : null}
      <Outcome
        found={isSeen ? found : null}
        isBusy={photos.isBusy}
        isFailed={photos.isFailed}
        within={words.distance(radiusMeters)}
      >
        {photos.isFailed || found?.completeness === "partial" ? (
          <TextButton onClick={photos.retry}>{t("retry")}</TextButton>
        ) : null}
        {found?.outcome === "empty" && radiusMeters < maxRadiusMeters ? (
          <TextButton onClick={() => setRadius(maxRadiusMeters)}>
            {t("further", { distance: words.distance(maxRadiusMeters) })}
          </TextButton>
        ) : null}
      </Outcome>
      {found ? (
        <PhotoCredit
          of={found.images.map(({ attribution }) => attribution)}
          className="pt-1 text-xs text-text-3"
        />
      ) : null}
    </section>
  );
}

interface OutcomeProps {
  found: StreetViewResult | null;
  isBusy: boolean;
  isFailed: boolean;
  /** The searched distance as text. */
  within: string;
  /** Buttons to search again or further away. */
  children: ReactNode;
}

/** Says once what the search has found. Visible photos need no text except for screen readers. */
function Outcome({ found, isBusy, isFailed, within, children }: OutcomeProps) {
  const t = useTranslations("trip-street");
  const count = found?.images.length ?? 0;
  const trouble = isFailed
    ? t("failed")
    : found && count === 0
      ? t("none", { distance: within })
      : found?.completeness === "partial"
        ? t("partial")
        : "";
  return (
    <p className={trouble === "" ? "sr-only" : "flex flex-wrap gap-x-2 pb-1 text-sm text-text-3"}>
      <output>
        {!found && isBusy ? t("loading") : null}
        {count > 0 ? <span className="sr-only">{t("found", { count, distance: within })} </span> : null}
        {trouble}
      </output>
      {children}
    </p>
  );
}

type RadiusProps = { value: number; options: readonly number[]; onChange: (meters: number) => void };

function Radius({ value, options, onChange }: RadiusProps) {
  const t = useTranslations("trip-street");
  const { distance } = usePhotoWords();
  const within = t("within", { distance: distance(value) });
  return (
    <Menu
      label={t("radius")}
      trigger={
        <button
          type="button"
          className="-mr-2 flex h-7 items-center gap-1 rounded-xs px-2 text-xs text-text-2 hover:bg-hover touch:h-11"
        >
          {within}
          <Icon of={ChevronDown} size={14} className="text-text-3" />
        </button>
      }
    >
      <MenuChoice
        label={t("radius")}
        value={String(value)}
        onChange={(meters) => onChange(Number(meters))}
        options={options.map((meters) => ({ value: String(meters), label: distance(meters) }))}
      />
    </Menu>
  );
}
