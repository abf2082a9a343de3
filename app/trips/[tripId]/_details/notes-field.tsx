"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useDraft } from "../_shell/use-draft.ts";
import { useStopField } from "./use-stop-field.ts";

export const sectionHead = "mb-1.5 text-xs font-semibold text-text-3";

export function NotesField({ stop, readOnly }: { stop: StopDto; readOnly: boolean }) {
  const t = useTranslations("trip-details");
  const id = useId();
  if (readOnly && !stop.notes) return null;
  return (
    <section className="px-4 pt-2.5">
      <h3 id={id} className={sectionHead}>
        {t("notes")}
      </h3>
      {readOnly ? (
        <p className="text-sm whitespace-pre-line text-text-2 phone:text-md">{stop.notes}</p>
      ) : (
        <NotesEditor stop={stop} labelledBy={id} />
      )}
    </section>
  );
}

function NotesEditor({ stop, labelledBy }: { stop: StopDto; labelledBy: string }) {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, "notes");
  const draft = useDraft({
    of: stop.id,
    value: stop.notes ?? "",
    oneLine: false,
    save: (text, baseSeq) => save({ notes: text || null }, baseSeq),
    ...presence,
  });
  return (
    <textarea
      {...draft.field}
      aria-labelledby={labelledBy}
      placeholder={t("addNotes")}
      maxLength={10_000}
      rows={2}
      className={cx(
        "-mx-1.5 block max-h-80 w-[calc(100%+12px)] resize-none rounded-xs bg-transparent px-1.5 py-0.5 text-sm text-text-2 outline-none field-sizing-content phone:text-lg",
        "hover:bg-hover focus-visible:bg-surface focus-visible:text-text focus-visible:shadow-[inset_0_0_0_1.5px_var(--color-accent)]",
      )}
    />
  );
}
