"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import { useAutosaveField } from "../text/use-autosave-field.ts";
import type { RowField } from "../../_model/row-field.ts";

export const sectionHead = "mb-1.5 text-xs font-semibold text-text-3";

type NotesFieldProps = {
  /** The id of the stop or reservation. */
  of: string;
  notes: string | null;
  field: RowField<{ notes: string | null }>;
  readOnly: boolean;
};

export function NotesField({ readOnly, ...props }: NotesFieldProps) {
  const t = useTranslations("trip-details");
  const id = useId();
  const { notes } = props;
  if (readOnly && !notes) return null;
  return (
    <section className="px-4 pt-2.5">
      <h3 id={id} className={sectionHead}>
        {t("notes")}
      </h3>
      {readOnly ? (
        <p className="text-sm whitespace-pre-line text-text-2 phone:text-md">{notes}</p>
      ) : (
        <NotesEditor {...props} labelledBy={id} />
      )}
    </section>
  );
}

type NotesEditorProps = Omit<NotesFieldProps, "readOnly"> & { labelledBy: string };

function NotesEditor({ of, notes, field, labelledBy }: NotesEditorProps) {
  const t = useTranslations("trip-details");
  const draft = useAutosaveField({
    of,
    value: notes ?? "",
    oneLine: false,
    save: (text, baseSeq) => field.save({ notes: text || null }, baseSeq),
    ...field.presence,
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
