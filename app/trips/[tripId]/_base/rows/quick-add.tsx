"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isLink } from "#app/_places/is-link.ts";
import { isPastedList } from "#app/_places/is-pasted-list.ts";
import { usePlaceChoice } from "#app/_places/use-place-choice.ts";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { cx } from "#app/_ui/cx.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { NewStop } from "#lib/shared/stops.ts";
import { zoneComparisonDates } from "#lib/shared/wall-clock.ts";
import { announce } from "../announcer.tsx";
import { restoreDraftText, type DraftTextTarget, useDraftText } from "../text/draft-text.ts";
import { useMay } from "../may.tsx";
import { cleanText } from "../text/typed-text.ts";
import { useView, useViewState } from "../view.tsx";
import { useWrites } from "../writes.tsx";
import { rowColumns } from "./row-class.ts";
import { stopOfPlace } from "../../_model/plan/stop-of-place.ts";
import { splitTypedStop } from "#lib/shared/typed-time.ts";

const PlaceList = lazyComponent(() => import("#app/_places/place-list.tsx"));
const NAME_LIMIT = 200;

/** Returns what identifies the text field of a list in which the user types the next stop. */
function usePlace(dayId: string | null): DraftTextTarget {
  const tripId = useTrip((trip) => trip.id);
  return { key: `add ${dayId ?? tripId}`, tripId, of: dayId ?? tripId, need: "change" };
}

/**
 * Whether a list shows its field for a new stop: while the user adds a stop, and as long as the field contains a text
 * that is not added yet.
 */
export function useIsAdding(dayId: string | null): boolean {
  const { change } = useMay();
  const [text] = useDraftText(usePlace(dayId));
  const asked = useViewState(({ addTo }) => addTo === dayId);
  return change && (asked || text.trim() !== "");
}

type QuickAddProps = {
  /** The id of the day; null for Ideas, whose rows have no times. */
  dayId: string | null;
  /** The number of the new stop. */
  number: number | null;
};

/** Returns the typed text of a list's field, and functions that add it as a stop or discard it. */
function useAdding(dayId: string | null) {
  const t = useTranslations("trip");
  const view = useView();
  const writes = useWrites();
  const words = usePlaceWords();
  const place = usePlace(dayId);
  const [text, setText] = useDraftText(place);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useViewState(({ addTo }) => addTo === dayId);
  const typed = splitTypedStop(cleanText(text, { oneLine: true }));
  const { today } = useFormats();
  const clock = useTrip(({ days, timezone, ...trip }) => {
    const day = days.find(({ id }) => id === dayId);
    return day ? { zone: day.timezone ?? timezone, ...zoneComparisonDates(trip, today()) } : null;
  });

  function send(stop: Pick<NewStop, "name" | "place" | "category" | "timezone">) {
    const { startTime, endTime } = typed;
    setText("");
    announce(t("added", { name: stop.name }));
    const times = dayId === null ? {} : { startTime, endTime };
    // A refusal is reported separately, and the text returns to the field.
    writes.addStop({ id: newId(), dayId, ...stop, ...times }).catch(() => restoreDraftText(place, text));
  }

  function add() {
    const { name } = typed;
    if (name === "") close();
    else if (name.length > NAME_LIMIT) setProblem(t("nameLong", { max: NAME_LIMIT, count: name.length }));
    else send({ name });
  }

  function close() {
    setText("");
    if (asked) view.set({ addTo: undefined });
  }

  return {
    text,
    typed,
    problem,
    asked,
    add,
    addPlace: (found: PlaceDto) => send(stopOfPlace(found, words.address(found), clock)),
    close,
    type(next: string) {
      setText(next);
      setProblem(null);
    },
    focus: () => view.set({ addTo: dayId }),
    /** Handles the loss of focus: a text that was not added stays visible in the field. */
    leave() {
      if (text.trim() === "") close();
      else if (asked) view.set({ addTo: undefined });
    },
  };
}

/**
 * A field for new stops: Enter adds a stop, and the field stays for the next one. In "9:30 Coffee" the time becomes
 * the stop's start. Places that match the text are offered below; Enter picks one only if it was selected.
 */
export function QuickAdd({ dayId, number }: QuickAddProps) {
  const t = useTranslations("trip");
  const { text, typed, problem, asked, ...adding } = useAdding(dayId);
  const problemId = useId();
  const tripId = useTrip((trip) => trip.id);
  const input = useRef<HTMLInputElement>(null);
  const view = useView();
  const { edit } = useMay();
  const wanted = worthSearching(typed.name);
  const places = usePlaceChoice({
    start: isLink(typed.name) ? "first" : "text",
    onPick(found) {
      adding.addPlace(found);
      keepInView();
    },
  });

  useEffect(() => {
    if (!asked) return;
    input.current?.focus();
    input.current?.scrollIntoView({ block: "nearest" });
  }, [asked]);

  // The list of places is preloaded after the field is shown, to be ready for the first character.
  useEffect(() => (asked ? whenIdle(PlaceList.preload, 300) : undefined), [asked]);

  /** Scrolls the field back into view, because the added row has moved it down. */
  function keepInView() {
    requestAnimationFrame(() => input.current?.scrollIntoView({ block: "nearest" }));
  }

  /** A pasted list of several places opens a dialog to choose from; a single one is inserted as text. */
  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData("text/plain");
    if (!edit || !isPastedList(pasted)) return;
    event.preventDefault();
    places.close();
    view.set({ dialog: { pasted: { dayId, text: pasted, html: event.clipboardData.getData("text/html") } } });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (places.input.onKeyDown(event) || isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      places.close();
      adding.add();
      keepInView();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      adding.close();
    }
  }

  return (
    <div
      className={cx(
        dayId === null ? "grid grid-cols-[24px_minmax(0,1fr)] gap-x-1.5 pr-1 pl-2.5" : rowColumns,
        "relative min-h-11 items-center rounded-sm",
      )}
    >
      {dayId === null ? null : (
        <span className="text-sm font-medium text-accent-text phone:text-md">{typed.startTime}</span>
      )}
      <span
        aria-hidden
        className="ml-px grid size-5.5 place-items-center rounded-full text-xs text-text-3 shadow-[inset_0_0_0_1.5px_var(--color-control)] phone:ml-0 phone:size-6"
      >
        {number}
      </span>
      <input
        {...places.input}
        ref={input}
        value={text}
        data-own-escape
        aria-label={dayId === null ? t("addIdeaLabel") : t("addStopLabel")}
        aria-busy={places.waits}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : problemId}
        placeholder={dayId === null ? t("addIdeaHint") : t("addStopHint")}
        enterKeyHint="done"
        onChange={(event) => {
          places.typed();
          adding.type(event.target.value);
        }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        onClick={places.reopen}
        onFocus={() => {
          places.reopen();
          adding.focus();
        }}
        onBlur={() => {
          places.close();
          adding.leave();
        }}
        className={cx(
          dayId === null ? "" : "col-span-2 -ml-2",
          "h-8 min-w-0 rounded-sm bg-surface px-2 shadow-[inset_0_0_0_1px_var(--color-control)] outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg",
        )}
      />
      {asked && wanted !== "" ? (
        <PlaceList {...places.list} anchor={input} tripId={tripId} text={wanted} keepsName />
      ) : null}
      {problem === null ? null : (
        <span
          id={problemId}
          role="alert"
          className={cx(
            "py-1 text-xs text-danger",
            dayId === null ? "col-start-2" : "col-span-2 col-start-3",
          )}
        >
          {problem}
        </span>
      )}
    </div>
  );
}

/**
 * Returns the name if it is worth a search. One Latin letter is too unspecific, but one Chinese or Japanese character
 * may be a city.
 */
function worthSearching(name: string): string {
  return /^[\0-\u02ff]?$/.test(name) ? "" : name;
}
