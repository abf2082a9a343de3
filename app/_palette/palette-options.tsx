"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { useListbox } from "#app/_ui/use-listbox.ts";
import type { PaletteItem, PaletteSection } from "./palette-item.ts";

type Listbox = ReturnType<typeof useListbox<PaletteItem>>;

/** The sections below the field; the field keeps the focus and names the active row. */
export function PaletteOptions({
  sections,
  listbox,
}: {
  sections: readonly PaletteSection[];
  listbox: Listbox;
}) {
  const t = useTranslations("palette");
  const options = sections.flatMap(({ items }) => items);
  return (
    <div
      {...listbox.list}
      aria-label={t("list")}
      hidden={options.length === 0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 pt-0"
    >
      {sections.map(({ group, items }) => (
        <div key={group} role="group" aria-labelledby={`palette-${group}`}>
          <div id={`palette-${group}`} className="px-2.5 pt-3 pb-1 text-xs font-semibold text-text-3">
            {t(`group.${group}`)}
          </div>
          {items.map((item) => (
            <Option key={item.id} item={item} option={listbox.option(options.indexOf(item))} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ item, option }: { item: PaletteItem; option: ReturnType<Listbox["option"]> }) {
  const { icon, title, detail, shortcut } = item;
  return (
    // The field has the focus and handles the keys; a row only handles the pointer.
    <div
      {...option}
      tabIndex={-1}
      className="group/option flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2.5 aria-selected:bg-press touch:min-h-12"
    >
      <Icon of={icon} className="text-text-2" />
      <span className="flex min-w-0 flex-1 items-baseline gap-2 phone:block">
        <span className="block shrink-0 truncate md:max-w-80 phone:text-md">{title}</span>
        {detail ? <span className="block min-w-0 truncate text-sm text-text-3">{detail}</span> : null}
      </span>
      {shortcut ? (
        <kbd className="rounded-xs bg-press px-1.5 group-aria-selected/option:bg-raised font-sans text-xs font-medium text-text-2 touch:hidden">
          {shortcut}
        </kbd>
      ) : null}
    </div>
  );
}
