"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { Select } from "#app/_ui/select.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { MapPin } from "../_base/places/map-model.ts";
import { restoreDraftText, type DraftTextTarget, useDraftText } from "../_base/text/draft-text.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { useView } from "../_base/view.tsx";
import { useAddStop } from "./use-add-stop.ts";
import { useNearbyTown } from "./use-near.ts";
import { useDismiss, usePinPopover } from "./use-pinned.ts";

const NAME_LIMIT = 200;
const IDEAS = "";

type AddHereProps = {
  pin: MapPin;
  onClose: () => void;
  /** Is called when the service has refused the stop; its name is in the field again. */
  onRefused: (point: Point) => void;
};

/**
 * A form that adds a stop at a spot on the map, with a name and a day. A press elsewhere preserves the typed name;
 * Escape discards it.
 */
export default function AddHere({ pin, onClose, onRefused }: AddHereProps) {
  const t = useTranslations("map");
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const { point } = pin;
  const near = useNearbyTown(point);
  const adding = useAdding(point, near.zone, onClose, onRefused);
  usePinPopover(pin.anchor, panel);
  useDismiss(panel, { onLeave: onClose, onEscape: () => adding.cancel() });
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!adding.add()) input.current?.focus();
  }
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      data-own-escape
      className={cx(floatingClass, "w-72 max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain p-4")}
    >
      <form noValidate onSubmit={onSubmit}>
        <h2 id={titleId} className="text-md font-semibold">
          {t("add.title")}
        </h2>
        <p className="mt-0.5 mb-3 text-xs text-text-3">
          <span className="tabular-nums">{formatCoordinates(point)}</span>
          {near.place === "" ? null : <span> · {t("add.near", { place: near.place })}</span>}
        </p>
        <TextField
          ref={input}
          label={t("add.name")}
          value={adding.text}
          error={adding.problem ?? undefined}
          enterKeyHint="done"
          autoComplete="off"
          onChange={(event) => adding.type(event.target.value)}
        />
        <Select
          className="mt-3"
          label={t("add.day")}
          value={adding.dayId ?? IDEAS}
          options={adding.days}
          onChange={(event) => adding.pickDay(event.target.value)}
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => adding.cancel()}>{t("add.cancel")}</Button>
          <Button type="submit" tone="primary">
            {t("add.submit")}
          </Button>
        </div>
      </form>
    </div>
  );
}

function useAdding(
  point: Point,
  zone: string | undefined,
  onClose: () => void,
  onRefused: (point: Point) => void,
) {
  const t = useTranslations("map");
  const trip = useTranslations("trip");
  const view = useView();
  const tripId = useTrip(({ id }) => id);
  const stops = useAddStop();
  const place: DraftTextTarget = { key: `pin ${tripId}`, tripId, of: tripId, need: "change" };
  const [text, setText] = useDraftText(place);
  const [problem, setProblem] = useState<string | null>(null);
  const [picked, pickDay] = useState<string>(() => view.get().activeDayId ?? IDEAS);
  // If another member has deleted the picked day, the stop is added to Ideas.
  const dayId = stops.dayOf(picked)?.id ?? null;

  function add(): boolean {
    const name = cleanText(text, { oneLine: true });
    const wrong =
      name === ""
        ? t("add.nameMissing")
        : name.length > NAME_LIMIT
          ? trip("nameLong", { max: NAME_LIMIT, count: name.length })
          : null;
    setProblem(wrong);
    if (wrong !== null) return false;
    setText("");
    onClose();
    // A refusal is reported separately, and the name returns to the field.
    stops.add({ name, place: { ...point } }, dayId, zone).catch(() => {
      restoreDraftText(place, text);
      onRefused(point);
    });
    return true;
  }

  return {
    text,
    problem,
    dayId,
    days: [
      ...stops.days.map(({ id }) => ({ value: id, label: stops.nameOf(id) })),
      { value: IDEAS, label: trip("ideas") },
    ],
    pickDay,
    add,
    type(next: string) {
      setText(next);
      setProblem(null);
    },
    cancel() {
      setText("");
      onClose();
    },
  };
}
