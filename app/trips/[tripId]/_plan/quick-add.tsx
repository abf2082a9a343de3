"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { newId } from "#lib/client/ids.ts";
import { announce } from "../_shell/announcer.tsx";
import { useView } from "../_shell/view.tsx";
import { useWrites } from "../_shell/writes.tsx";
import { rowColumns } from "./row-class.ts";
import { splitTypedStop } from "./typed-time.ts";

const NAME_LIMIT = 200;

type QuickAddProps = {
  /** null: Ideas, whose rows have no times. */
  dayId: string | null;
  /** The number the new stop will get. */
  number: number | null;
};

/** A name and Enter adds a stop; the field stays for the next one. A time in front, "9:30 Coffee", becomes its time. */
export function QuickAdd({ dayId, number }: QuickAddProps) {
  const t = useTranslations("trip");
  const view = useView();
  const writes = useWrites();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const typed = splitTypedStop(text);

  useEffect(() => {
    input.current?.focus();
    input.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function add() {
    const { name, startTime, endTime } = typed;
    if (name === "") return close();
    setText("");
    announce(t("added", { name }));
    const times = dayId === null ? {} : { startTime, endTime };
    // A refusal comes as a notice of its own.
    writes.addStop({ id: newId(), dayId, name: name.slice(0, NAME_LIMIT), ...times }).catch(() => {});
    requestAnimationFrame(() => input.current?.scrollIntoView({ block: "nearest" }));
  }

  function close() {
    view.set({ addTo: undefined });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      close();
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
        ref={input}
        value={text}
        data-own-escape
        aria-label={dayId === null ? t("addIdeaLabel") : t("addStopLabel")}
        placeholder={dayId === null ? t("addIdeaHint") : t("addStopHint")}
        maxLength={NAME_LIMIT + 20}
        enterKeyHint="done"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => text.trim() === "" && close()}
        className={cx(
          dayId === null ? "" : "col-span-2 -ml-2",
          "h-8 min-w-0 rounded-sm bg-surface px-2 shadow-[inset_0_0_0_1px_var(--color-control)] outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg",
        )}
      />
    </div>
  );
}
