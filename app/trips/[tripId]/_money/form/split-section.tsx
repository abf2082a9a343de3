"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Toggle } from "#app/_ui/toggle.tsx";
import { SPLIT_MODES, type SplitMode } from "#lib/shared/expense-shares.ts";
import type { SplitForm } from "./expense-form.ts";
import type { FormField } from "./form-problems.ts";
import { FormRow } from "./form-row.tsx";
import { newItem, SplitItems } from "./split-items.tsx";
import { SplitPeople } from "./split-people.tsx";
import { SplitWords } from "./split-words.tsx";
import type { FormState } from "./use-expense-form.ts";

type SplitSectionProps = {
  state: FormState;
  open: boolean;
  onToggle: () => void;
  error: (field: FormField) => string | undefined;
};

/** Fields for the split: equally or by one of four other modes, always with the share of each member. */
export function SplitSection({ state, open, onToggle, error }: SplitSectionProps) {
  const t = useTranslations("trip-expense");
  const { split } = state.form;
  const put = (part: Partial<SplitForm>) => state.change({ split: { ...split, ...part } });

  function turn(mode: SplitMode) {
    const needsItem = mode === "items" && split.items.length === 0;
    put({ mode, ...(needsItem && { items: [newItem(split.people)] }) });
  }
  const inside: FormField[] = [
    "split",
    "tax",
    "tip",
    "discount",
    ...state.people.map(({ id }): FormField => `part.${id}`),
    ...split.items.map(({ key }): FormField => `item.${key}`),
  ];
  return (
    <FormRow
      label={t("split")}
      value={<SplitWords state={state} />}
      open={open}
      onToggle={onToggle}
      error={inside.map(error).find(Boolean)}
    >
      <div
        role="group"
        aria-label={t("splitBy")}
        className="mb-2 flex flex-wrap gap-1.5 phone:-mx-5 phone:flex-nowrap phone:overflow-x-auto phone:px-5 phone:[scrollbar-width:none]"
      >
        {SPLIT_MODES.map((mode) => (
          <Toggle key={mode} pressed={split.mode === mode} onToggle={() => turn(mode)}>
            {t(`mode.${mode}`)}
          </Toggle>
        ))}
      </div>
      {split.mode === "items" ? (
        <SplitItems state={state} put={put} />
      ) : (
        <SplitPeople state={state} put={put} />
      )}
    </FormRow>
  );
}
