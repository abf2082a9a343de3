"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu, MenuChoice } from "#app/_ui/menu.tsx";
import { usePeople } from "../_base/people.tsx";
import { HISTORY_KINDS, type HistoryFilter, type HistoryKind } from "./history-filter.ts";

type ActivityFiltersProps = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void };

/** Menus that restrict the activity to one user's changes or to one kind of changes. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const t = useTranslations("trip-activity");
  const people = usePeople();
  const doers = [...people.byUser.values()].map(({ userId, name }) => ({ value: userId ?? "", label: name }));
  const kinds = HISTORY_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }));
  const who = doers.find(({ value }) => value === filter.actorId)?.label;
  return (
    <div className="flex h-10 items-center gap-1 pl-1 phone:h-12">
      <Menu
        align="start"
        label={t("filterWho")}
        trigger={<FilterButton text={who ?? t("everyone")} label={t("filterWho")} isOn={who !== undefined} />}
      >
        <MenuChoice
          label={t("filterWho")}
          value={filter.actorId ?? ""}
          onChange={(value) => onChange({ ...filter, actorId: value || null })}
          options={[{ value: "", label: t("everyone") }, ...doers]}
        />
      </Menu>
      <Menu
        align="start"
        label={t("filterWhat")}
        trigger={
          <FilterButton
            text={filter.kind ? t(`kind.${filter.kind}`) : t("everything")}
            label={t("filterWhat")}
            isOn={filter.kind !== null}
          />
        }
      >
        <MenuChoice<HistoryKind | "">
          label={t("filterWhat")}
          value={filter.kind ?? ""}
          onChange={(kind) => onChange({ ...filter, kind: kind || null })}
          options={[{ value: "", label: t("everything") }, ...kinds]}
        />
      </Menu>
    </div>
  );
}

type FilterButtonProps = ComponentProps<"button"> & { text: string; label: string; isOn: boolean };

function FilterButton({ text, label, isOn, ...props }: FilterButtonProps) {
  return (
    <button
      {...props}
      type="button"
      aria-label={`${label}: ${text}`}
      className={cx(
        "flex h-7 max-w-40 items-center gap-1 rounded-sm px-2 text-sm font-medium hover:bg-hover touch:h-11",
        isOn ? "bg-accent-tint text-accent-text" : "text-text-2",
      )}
    >
      <span className="truncate">{text}</span>
      <Icon of={ChevronDown} size={14} />
    </button>
  );
}
