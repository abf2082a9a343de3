"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { useUnsavedWarning } from "../_base/text/use-autosave-field.ts";
import { useLatest } from "../_base/use-latest.ts";
import { useLostText } from "../_base/text/use-lost-text.ts";
import { useWrites } from "../_base/writes.tsx";
import { type DayForm, dayForm, dayPatches } from "./day-patch.ts";

/**
 * Returns the form of the day's dialog. It is saved against the state of the day when the dialog was opened. It is
 * also saved if the dialog is removed before the user has saved or cancelled.
 */
export function useDayForm(day: DayDto) {
  const writes = useWrites();
  const actions = useTripActions();
  const lost = useLostText();
  const [opened] = useState(() => ({ form: dayForm(day), baseSeq: actions.baseSeq() }));
  const [form, setForm] = useState(opened.form);
  const patches = dayPatches(opened.form, form);
  const settled = useRef(false);
  useUnsavedWarning(patches.length > 0);

  function settle(how: "save" | "drop") {
    if (settled.current) return;
    settled.current = true;
    if (how === "drop" || patches.length === 0) return;
    const reason = lost.barrier(day.id);
    if (reason !== null) {
      const texts = patches.flatMap(({ title, notes }) => title ?? notes ?? []);
      if (texts.length > 0) lost.tell(reason, texts.join("\n\n"));
      return;
    }
    for (const patch of patches) {
      writes.updateDay(day.id, patch, { baseSeq: opened.baseSeq }).catch(() => {});
    }
  }

  const latest = useLatest(() => {
    if (patches.length > 0) settle("save");
  });
  useLayoutEffect(() => () => latest.current(), [latest]);

  const change = (part: Partial<DayForm>) => setForm((now) => ({ ...now, ...part }));
  return { form, isChanged: patches.length > 0, change, settle };
}
