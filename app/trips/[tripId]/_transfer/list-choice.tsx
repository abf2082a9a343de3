"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { ImportCollection } from "#lib/shared/imports.ts";

type ListChoiceProps = {
  lists: readonly ImportCollection[];
  /** The ids of the chosen lists; null for all. */
  chosen: readonly string[] | null;
  disabled: boolean;
  onChange: (chosen: readonly string[]) => void;
};

/** A choice of the lists, layers or files of a file to import. */
export function ListChoice({ lists, chosen, disabled, onChange }: ListChoiceProps) {
  const t = useTranslations("trip-files");
  const all = lists.map(({ id }) => id);
  const taken = new Set(chosen ?? all);
  const isAll = taken.size === all.length;
  function toggle(id: string, isTaken: boolean): void {
    onChange(all.filter((each) => (each === id ? isTaken : taken.has(each))));
  }
  return (
    <fieldset
      className="mb-3 min-w-0 rounded-md bg-sunken px-3 py-2 [--ground:var(--color-sunken)]"
      disabled={disabled}
    >
      <legend className="sr-only">{t("lists")}</legend>
      <p className="flex min-h-8 items-center gap-4 text-sm touch:min-h-11">
        <span aria-live="polite" className="min-w-0 flex-1 font-medium text-text-2">
          {taken.size === 0 ? t("listsNeeded") : t("listsChosen", { count: taken.size, all: all.length })}
        </span>
        <TextButton onClick={() => onChange(isAll ? [] : all)}>
          {t(isAll ? "listsNone" : "listsAll")}
        </TextButton>
      </p>
      <ul className="grid gap-x-6 md:grid-cols-2">
        {lists.map((list) => (
          <ListRow
            key={list.id}
            list={list}
            checked={taken.has(list.id)}
            onChange={(isTaken) => toggle(list.id, isTaken)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

type ListRowProps = { list: ImportCollection; checked: boolean; onChange: (checked: boolean) => void };

function ListRow({ list: { name, count }, checked, onChange }: ListRowProps) {
  const t = useTranslations("trip-files");
  return (
    <li>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 touch:min-h-11">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent touch:size-5"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0 flex-1 truncate" title={name ?? undefined}>
          {name ?? t("listLoose")}
        </span>
        <span className="shrink-0 text-sm text-text-3">{t("filePlaces", { count })}</span>
      </label>
    </li>
  );
}
