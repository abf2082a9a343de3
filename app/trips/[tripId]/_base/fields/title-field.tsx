"use client";

import { cx } from "#app/_ui/cx.ts";
import { useAutosaveField } from "../text/use-autosave-field.ts";

type TitleFieldProps = {
  /** The id of the stop or reservation. */
  of: string;
  value: string;
  label: string;
  save: (text: string, baseSeq: number) => void;
  presence: { onFocus: () => void; onBlur: () => void };
};

/** A field for a name that grows with its text, so that a long name is fully visible. */
export function TitleField({ of, value, label, save, presence }: TitleFieldProps) {
  const draft = useAutosaveField({
    of,
    value,
    save(text, baseSeq) {
      const name = text.replaceAll(/\s+/g, " ");
      if (name !== "") save(name, baseSeq);
    },
    ...presence,
  });
  return (
    <h2>
      <textarea
        {...draft.field}
        aria-label={label}
        rows={1}
        maxLength={200}
        spellCheck={false}
        className={cx(
          "-mx-1.5 block w-[calc(100%+12px)] resize-none rounded-xs bg-transparent px-1.5 text-xl font-semibold outline-none field-sizing-content",
          "hover:bg-hover focus-visible:bg-surface focus-visible:shadow-[inset_0_0_0_1.5px_var(--color-accent)]",
        )}
      />
    </h2>
  );
}
