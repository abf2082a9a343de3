"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { KeyboardEvent, MouseEvent } from "react";
import { cx } from "#app/_ui/cx.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useKeyboardMove } from "../drag/use-keyboard-move.ts";
import { useMay } from "../may.tsx";
import { useView } from "../view.tsx";
import { rowTargetClass } from "./row-class.ts";

type StopNameProps = { stop: StopDto; edited?: boolean; className?: string };

/** The only button of a row: it opens the details, and Space starts moving the stop by keyboard. */
export function StopName({ stop, edited = false, className }: StopNameProps) {
  const t = useTranslations("trip");
  const view = useView();
  const { change } = useMay();
  const move = useKeyboardMove(stop);

  function open(event: MouseEvent) {
    const again = view.get().stopId === stop.id;
    view.openStop(stop.id);
    // A click event without detail comes from the keyboard; then the focus moves into the details.
    if (event.detail === 0 || again) view.focusDetails();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (change) move.onKeyDown(event);
  }

  return (
    <button
      type="button"
      data-row={stop.id}
      aria-describedby={change ? "move-help" : undefined}
      aria-label={stop.startTime ? t("stopAt", { name: stop.name, time: stop.startTime }) : undefined}
      onClick={open}
      onKeyDown={onKeyDown}
      onKeyUp={move.onKeyUp}
      onBlur={move.onBlur}
      className={cx(
        rowTargetClass,
        "block max-w-full cursor-pointer truncate text-left font-medium leading-5 phone:text-lg phone:leading-5.5",
        edited && "rounded-[5px] outline-[1.5px] outline-offset-1 outline-(--who) outline-solid",
        className,
      )}
    >
      {stop.name}
    </button>
  );
}
