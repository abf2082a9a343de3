"use client";

import { cx } from "#app/_ui/cx.ts";
import { useDraft } from "../_shell/use-draft.ts";

type TitleFieldProps = {
  /** Id of the stop or booking. */
  of: string;
  value: string;
  label: string;
  save: (text: string, baseSeq: number) => void;
  presence: { onFocus: () => void; onBlur: () => void };
};

/** A name that is a field and grows with its text, so that a long one is read whole. */
export function TitleField({ of, value, label, save, presence }: TitleFieldProps) {
  const draft = useDraft({
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
