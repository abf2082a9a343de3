"use client";

import { useLocale } from "next-intl";
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { textLinkClass } from "#app/_ui/text-link.tsx";
import { deviceClock } from "#lib/client/base/device-clock.ts";
import { usePlaceAbout } from "#lib/client/places/place-about.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceAboutQuery } from "#lib/shared/place-about.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import type { MapPlace } from "../_model/places/seen-place.ts";
import { useOpenStateText } from "../_base/places/use-open-words.ts";
import { usePlaceTitles } from "../_base/places/use-place-titles.ts";
import { OpenInMapAppMenu } from "../_base/fields/open-place-in.tsx";
import { categoryOfPlace } from "../_model/plan/stop-of-place.ts";
import { useMay } from "../_base/may.tsx";
import { useOfferedServices } from "../_base/offered-services.tsx";
import { useViewState } from "../_base/view.tsx";
import { useAddStop } from "./use-add-stop.ts";
import { useNearbyTown } from "./use-near.ts";
import type { OpenPin } from "../_base/places/use-pin.ts";
import { useDismiss, usePinPopover } from "./use-pinned.ts";

type PlaceCardProps = {
  pin: OpenPin;
  onClose: () => void;
  /** Replaces the card by the form of a new stop. */
  onAddHere: (point: Point) => void;
};

/** The card of a spot on the map: what is there, and buttons to add it to the plan. */
export default function PlaceCard({ pin, onClose, onAddHere }: PlaceCardProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { point, shows } = pin;
  usePinPopover(pin.anchor, panel);
  useDismiss(panel, { onLeave: onClose, onEscape: onClose });
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      data-own-escape
      data-place-card
      className={cx(floatingClass, "w-64 max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain p-3")}
    >
      {typeof shows === "string" ? (
        <Spot point={point} titleId={titleId} onAddHere={() => onAddHere(point)} />
      ) : (
        <Place place={shows} titleId={titleId} onClose={onClose} />
      )}
    </div>
  );
}

function Spot({ point, titleId, onAddHere }: { point: Point; titleId: string; onAddHere: () => void }) {
  const t = useTranslations("map");
  const near = useNearbyTown(point);
  return (
    <>
      <h2 id={titleId} className="text-sm font-semibold tabular-nums">
        {formatCoordinates(point)}
      </h2>
      {near.place === "" ? null : (
        <p className="m-0 mt-0.5 text-xs text-text-3">{t("add.near", { place: near.place })}</p>
      )}
      <Actions>
        <Button size="sm" onClick={onAddHere}>
          {t("place.addHere")}
        </Button>
        <OpenInMapAppMenu name={formatCoordinates(point)} place={point} />
      </Actions>
    </>
  );
}

function Place({ place: seen, titleId, onClose }: { place: MapPlace; titleId: string; onClose: () => void }) {
  const titles = usePlaceTitles();
  const place = useKnown(seen);
  const title = titles.title(place);
  const line = titles.line(place);
  return (
    <>
      <h2 id={titleId} className="text-md font-semibold text-pretty">
        {title}
      </h2>
      {line === "" ? null : <p className="m-0 mt-0.5 text-xs text-text-3">{line}</p>}
      <Facts place={place} />
      <Actions>
        <AddToDay place={place} title={title} onClose={onClose} />
        <OpenInMapAppMenu name={title} place={place} />
      </Actions>
    </>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-2.5 flex items-center justify-between gap-2">{children}</div>;
}

function Facts({ place }: { place: MapPlace }) {
  const hours = useOpenStateText()(place);
  const website = place.facts?.website ?? null;
  if (!hours && website === null) return null;
  return (
    <p className="m-0 mt-1.5 flex flex-col gap-0.5 text-sm">
      {hours ? (
        <span className="tabular-nums">
          <span className={cx("font-medium", hours.isOpen ? "text-success" : "text-warning")}>
            {hours.said}
          </span>
          {hours.hours === "" ? null : ` · ${hours.hours}`}
        </span>
      ) : null}
      {website === null ? null : (
        <a
          href={website}
          target="_blank"
          rel="noopener noreferrer"
          className={cx(textLinkClass, "self-start break-all")}
        >
          {new URL(website).hostname.replace(/^www\./, "")}
        </a>
      )}
    </p>
  );
}

function AddToDay({ place, title, onClose }: { place: MapPlace; title: string; onClose: () => void }) {
  const t = useTranslations("map");
  const { change } = useMay();
  const dayId = useViewState((state) => state.activeDayId);
  const stops = useAddStop();
  if (!change) return <span />;
  function add() {
    const { lat, lng, placeRef, timezone } = place;
    const category = categoryOfPlace({ kind: "poi", category: place.category });
    const stop = {
      name: title,
      place: { lat, lng, ...(placeRef !== undefined && { placeRef }) },
      ...(category && { category }),
    };
    onClose();
    // Refusals are reported separately.
    stops.add(stop, dayId, timezone).catch(() => undefined);
  }
  return (
    <Button size="sm" tone="primary" onClick={add}>
      {t("place.addTo", { where: stops.nameOf(dayId) })}
    </Button>
  );
}

/** Returns the place with its facts, which are requested if they are not known yet. */
function useKnown(place: MapPlace): MapPlace {
  const { placeFacts } = useOfferedServices();
  const tripId = useTrip((trip) => trip.id);
  const tripZone = useTrip((trip) => trip.timezone);
  const near = useNearbyTown(place, place.timezone === undefined);
  const language = useLocale();
  const timezone = place.timezone ?? near.zone ?? tripZone;
  const { name, localName, lat, lng, facts } = place;
  const { date } = wallClock(deviceClock.now().getTime(), timezone);
  const asked = useMemo((): PlaceAboutQuery | null => {
    if (facts || name === null || !placeFacts) return null;
    // The name for the search: it knows places by their local names, but in English by their English names.
    const known = language === "en" ? name : (localName ?? name);
    return { lat, lng, name: known.slice(0, 200), from: addDays(date, -1), to: date };
  }, [facts, name, localName, lat, lng, placeFacts, language, date]);
  const about = usePlaceAbout({ tripId, place: asked, language });
  if (facts) return place;
  return {
    ...place,
    timezone,
    placeRef: about?.ref ?? undefined,
    ...(about?.facts && { facts: about.facts }),
  };
}
