"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { isLink } from "#app/_places/is-link.ts";
import PlaceList from "#app/_places/place-list.tsx";
import { usePlaceChoice } from "#app/_places/use-place-choice.ts";
import { Spinner } from "#app/_ui/spinner.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import { useAutosaveField } from "../text/use-autosave-field.ts";
import { bareInputClass, PropRow } from "./prop-row.tsx";
import { TextProp, InvalidInputNote } from "./text-prop.tsx";

/** The maximum length of the input. Map links are long, but what is saved is shorter. */
export const MOST_PASTED = 2000;

type PlaceTextProps = Omit<ComponentProps<typeof TextProp>, "shown" | "inputMode"> & {
  /**
   * Is called with the picked place and the seq of the trip when typing began, so that another member's change since
   * is a conflict.
   */
  onPick: (found: PlaceDto, baseSeq: number) => void;
  /** `first` preselects the first match, for a field that needs a place; `text` preselects the typed text. */
  start: "first" | "text";
};

/** A field for a place: the text is saved as typed, or the user picks one of the places that it may mean. */
export function PlaceText({ readOnly, onPick, start, ...props }: PlaceTextProps) {
  if (readOnly) return <TextProp {...props} readOnly />;
  return <PlaceInput {...props} onPick={onPick} start={start} />;
}

function PlaceInput({
  of,
  label,
  value,
  onSave,
  presence,
  onPick,
  start,
  ...look
}: Omit<PlaceTextProps, "readOnly">) {
  const id = useId();
  const tripId = useTrip((trip) => trip.id);
  const { dirty, wrong, forget, field } = useAutosaveField({ of, value, save: onSave, ...presence });
  const input = useRef<HTMLInputElement>(null);
  const places = usePlaceChoice({
    start: isLink(field.value) ? "first" : start,
    onPick(found) {
      onPick(found, forget());
      input.current?.blur();
    },
  });
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!places.input.onKeyDown(event)) field.onKeyDown(event);
  }
  return (
    <PropRow
      label={label}
      htmlFor={id}
      note={wrong === null ? look.note : <InvalidInputNote id={`${id}-wrong`}>{wrong}</InvalidInputNote>}
    >
      <input
        {...field}
        {...places.input}
        ref={input}
        id={id}
        onChange={(event) => {
          places.typed();
          field.onChange(event);
        }}
        onKeyDown={onKeyDown}
        onClick={places.reopen}
        onFocus={() => {
          places.reopen();
          field.onFocus();
        }}
        onBlur={() => {
          places.close();
          field.onBlur();
        }}
        aria-busy={places.waits}
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={wrong === null ? undefined : `${id}-wrong`}
        placeholder={look.placeholder}
        maxLength={look.maxLength}
        className={cx(bareInputClass, "flex-1")}
      />
      {places.waits ? <Spinner /> : look.trailing}
      <PlaceList
        {...places.list}
        anchor={input}
        tripId={tripId}
        text={dirty ? field.value : ""}
        keepsName={start === "text"}
      />
    </PropRow>
  );
}

type ZoneOfferProps = { children: ReactNode; onUse: () => void };

/** Offers the time zone of a place in another zone, because times never change by themselves. */
export function ZoneOffer({ children, onUse }: ZoneOfferProps) {
  const t = useTranslations("places");
  return (
    <span role="status">
      {children} <TextButton onClick={onUse}>{t("zoneUse")}</TextButton>
    </span>
  );
}
