"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { Icon } from "#app/_ui/icon.tsx";
import { formatCoordinates, parseCoordinates } from "#lib/shared/coordinates.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { TextProp } from "./text-prop.tsx";
import { useStopField } from "./use-stop-field.ts";

const ADDRESS_LIMIT = 300;

type PlaceProps = { stop: StopDto; readOnly: boolean };

/** Where it is: an address to read, a point for the map. Pasting coordinates or a map link sets the point. */
export function PlaceProp({ stop, readOnly }: PlaceProps) {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, "place");
  const { place } = stop;
  const coordinates = place ? formatCoordinates(place) : "";
  const address = place?.address ?? "";

  function onSave(text: string, baseSeq: number): string | null {
    const point = parseCoordinates(text);
    if (text === "") save({ place: null }, baseSeq);
    else if (point) save({ place: point }, baseSeq);
    else if (!place) return t("placeWrong");
    else if (text.length > ADDRESS_LIMIT) return t("placeLong", { max: ADDRESS_LIMIT, count: text.length });
    else save({ place: { ...place, address: text } }, baseSeq);
    return null;
  }

  return (
    <TextProp
      of={stop.id}
      label={t("place")}
      value={address || coordinates}
      placeholder={t("addPlace")}
      readOnly={readOnly}
      presence={presence}
      onSave={onSave}
      note={address && place ? coordinates : undefined}
      trailing={
        place ? (
          <OutLink
            href={`https://www.openstreetmap.org/?mlat=${place.lat}&mlon=${place.lng}#map=17/${place.lat}/${place.lng}`}
            label={t("openMap")}
          />
        ) : null
      }
    />
  );
}

export function LinkProp({ stop, readOnly }: PlaceProps) {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, "url");
  const url = stop.url ?? "";
  return (
    <TextProp
      of={stop.id}
      label={t("link")}
      value={url}
      shown={url ? new URL(url).hostname.replace(/^www\./, "") : ""}
      placeholder={t("addLink")}
      readOnly={readOnly}
      presence={presence}
      inputMode="url"
      onSave={(text, baseSeq) => {
        const address = text === "" || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
        const parsed = WebUrl.safeParse(address);
        if (address !== "" && !parsed.success) return t("linkWrong");
        save({ url: address === "" ? null : address }, baseSeq);
        return null;
      }}
      trailing={url ? <OutLink href={url} label={t("openLink")} /> : null}
    />
  );
}

function OutLink({ href, label }: { href: string; label: string }) {
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
