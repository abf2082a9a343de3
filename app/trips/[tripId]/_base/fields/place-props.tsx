"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { zoneComparisonDates } from "#lib/shared/wall-clock.ts";
import { readTypedPoint } from "#lib/shared/typed-point.ts";
import { isWebUrl, MAX_WEB_URL } from "#lib/shared/web-url.ts";
import { foreignZone, isAtPoint, stopOfPlace } from "../../_model/plan/stop-of-place.ts";
import { zoneName } from "../../_model/wall-time.ts";
import { OpenInMapAppMenu } from "./open-place-in.tsx";
import { PlaceText, ZoneOffer } from "./place-text.tsx";
import type { RowField } from "../../_model/row-field.ts";
import { TextProp } from "./text-prop.tsx";
import { useStopField } from "./use-stop-field.ts";

const ADDRESS_LIMIT = 300;

type PlaceProps = { stop: StopDto; readOnly: boolean };

/**
 * The field for the stop's place. It shows the address, or the coordinates without one. A found place, typed
 * coordinates or a map link set the point.
 */
export function PlaceProp({ stop, readOnly }: PlaceProps) {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, "place");
  const pick = usePickedPlace(stop);
  const { place } = stop;
  const coordinates = place ? formatCoordinates(place) : "";
  const address = place?.address ?? "";

  function onSave(text: string, baseSeq: number): string | null {
    const found = readTypedPoint(text);
    if (text === "") save({ place: null }, baseSeq);
    // The address of a map view is no exact place, but the user can still pick the place from the list.
    else if (found?.isView) return t("placeView");
    else if (found) save({ place: found.point }, baseSeq);
    else if (!place) return t("placeWrong");
    else if (text.length > ADDRESS_LIMIT) return t("placeLong", { max: ADDRESS_LIMIT, count: text.length });
    else save({ place: { ...place, address: text } }, baseSeq);
    return null;
  }

  return (
    <PlaceText
      of={stop.id}
      label={t("place")}
      value={address || coordinates}
      placeholder={t("addPlace")}
      readOnly={readOnly}
      presence={presence}
      onSave={onSave}
      // Without a point a mere text cannot be saved, so the first match of the search is preselected.
      start={place ? "text" : "first"}
      onPick={pick.take}
      note={pick.offer}
      trailing={place ? <OpenInMapAppMenu name={stop.name} place={place} /> : null}
    />
  );
}

/**
 * Moves the stop to a picked place. A stop without times takes the place's time zone; for one with times the zone is
 * offered.
 */
function usePickedPlace(stop: StopDto) {
  const t = useTranslations("places");
  const { locale, today } = useFormats();
  const words = usePlaceWords();
  const { save } = useStopField(stop, "place");
  const [picked, setPicked] = useState<PlaceDto | null>(null);
  const isTimed = stop.startTime !== null || stop.endTime !== null;
  const day = useTrip(({ days, timezone, ...trip }) => {
    const found = days.find(({ id }) => id === stop.dayId);
    if (!found) return null;
    // The dates for which the time zones of place and day are compared. Times belong to their day, but a stop without
    // times may be moved to any day.
    const on = isTimed ? { from: found.date, to: found.date } : zoneComparisonDates(trip, today());
    return { zone: found.timezone ?? timezone, ...on };
  });
  const otherClock = (found: PlaceDto) =>
    day && foreignZone(found, { ...day, zone: stop.timezone ?? day.zone });

  function take(found: PlaceDto, baseSeq: number) {
    const { place = null, timezone = null } = stopOfPlace(found, words.address(found), day);
    setPicked(found);
    // The time zone is sent explicitly, so that the service does not derive it from the place.
    const zone = isTimed ? stop.timezone : timezone;
    save(otherClock(found) ? { place, timezone: zone } : { place }, baseSeq);
  }
  // The offer is shown only while the stop is at the picked place: it may have been moved since, or the write
  // refused.
  const other = picked && isTimed && isAtPoint(stop.place, picked) ? otherClock(picked) : null;
  const offer =
    picked && other ? (
      <ZoneOffer onUse={() => save({ timezone: other === day?.zone ? null : other })}>
        {t("zoneOffer", { place: picked.name, zone: zoneName(other, intlLocales[locale]) })}
      </ZoneOffer>
    ) : undefined;
  return { take, offer };
}

type LinkPropProps = {
  /** The id of the stop or reservation. */
  of: string;
  url: string | null;
  field: RowField<{ url: string | null }>;
  readOnly: boolean;
};

export function LinkProp({ of, url: saved, field: { save, presence }, readOnly }: LinkPropProps) {
  const t = useTranslations("trip-details");
  const url = saved ?? "";
  return (
    <TextProp
      of={of}
      label={t("link")}
      value={url}
      shown={url ? new URL(url).hostname.replace(/^www\./, "") : ""}
      placeholder={t("addLink")}
      readOnly={readOnly}
      presence={presence}
      inputMode="url"
      onSave={(text, baseSeq) => {
        const address = text === "" || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
        const isGood = isWebUrl(address) && address.length <= MAX_WEB_URL;
        if (address !== "" && !isGood) return t("linkWrong");
        save({ url: address === "" ? null : address }, baseSeq);
        return null;
      }}
      trailing={url ? <OutLink href={url} label={t("openLink")} /> : null}
    />
  );
}

export function OutLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
      className="grid size-7 shrink-0 place-items-center rounded-xs text-text-3 hover:bg-press hover:text-text touch:size-11"
    >
      <Icon of={ExternalLink} size={14} />
    </a>
  );
}
