"use client";

import { Lock, Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import type { ItemDto, ItemList } from "#lib/shared/items.ts";
import { usePeople } from "../_base/people.tsx";
import { ItemRow } from "./item-row.tsx";
import { countDone, type ItemGroup, type ListPart } from "./list-groups.ts";
import { NewHeading } from "./new-heading.tsx";
import { QuickAddItem } from "./quick-add-item.tsx";
import { useListRights } from "./use-list-rights.ts";

type OnEdit = (item: ItemDto) => void;
type ListPartProps = { part: ListPart; list: ItemList; onEdit: OnEdit };

/** The items of everybody or the reader's own, grouped by heading. */
export function ListPartView({ part, list, onEdit }: ListPartProps) {
  const t = useTranslations("trip-lists");
  const id = useId();
  const { present } = usePeople();
  const rights = useListRights();
  const mayAdd = part.isPrivate ? rights.keepOwn : rights.edit;
  const [heading, setHeading] = useState<string | null>(null);
  const plain = part.groups.find(({ section }) => section === null) ?? { section: null, items: [] };
  const named = part.groups.filter(({ section }) => section !== null);
  // A heading is no row of the database; it exists only as long as an item is under it.
  if (heading !== null && !named.some(({ section }) => section === heading))
    named.push({ section: heading, items: [] });
  // A single member needs no private items, but existing ones are shown.
  const isNeeded = part.groups.length > 0 || (mayAdd && (!part.isPrivate || present.length > 1));
  const [isKept, setKept] = useState(false);
  if (!isNeeded) return null;
  if (part.isPrivate && part.groups.length === 0 && !isKept) {
    return (
      <div className="mt-6 px-3">
        <Button
          tone="plain"
          size="sm"
          icon={Lock}
          className="-ml-2.5 text-text-2"
          onClick={() => setKept(true)}
        >
          {t("keepOwn")}
        </Button>
      </div>
    );
  }
  return (
    <section
      aria-labelledby={part.isPrivate ? id : undefined}
      className={part.isPrivate ? "mt-8" : undefined}
    >
      {part.isPrivate ? (
        <div className="px-3 pb-1">
          <h3 id={id} className="flex items-center gap-1.5 text-md font-semibold">
            <Icon of={Lock} className="text-text-3" />
            {t("justMe")}
          </h3>
          <p className="text-xs text-text-3 phone:text-sm">{t("justMeHint")}</p>
        </div>
      ) : null}
      <Rows group={plain} onEdit={onEdit} />
      {mayAdd ? (
        <QuickAddItem list={list} section={null} isPrivate={part.isPrivate} focused={isKept} />
      ) : null}
      {named.map((group) => (
        <HeadedGroup
          key={group.section}
          group={group}
          list={list}
          isPrivate={part.isPrivate}
          startsOpen={group.section === heading}
          onEdit={onEdit}
        />
      ))}
      {mayAdd && !part.isPrivate ? <NewHeading onAdd={setHeading} /> : null}
    </section>
  );
}

function Rows({ group, onEdit }: { group: ItemGroup; onEdit: OnEdit }) {
  return (
    <ul>
      {group.items.map((item) => (
        <ItemRow key={item.id} item={item} group={group} onEdit={onEdit} />
      ))}
    </ul>
  );
}

type HeadedGroupProps = {
  group: ItemGroup;
  list: ItemList;
  isPrivate: boolean;
  /** Whether the heading is new, so that the field for its first item is open. */
  startsOpen: boolean;
  onEdit: OnEdit;
};

function HeadedGroup({ group, list, isPrivate, startsOpen, onEdit }: HeadedGroupProps) {
  const t = useTranslations("trip-lists");
  const id = useId();
  const rights = useListRights();
  const [adding, setAdding] = useState(startsOpen);
  const { section, items } = group;
  const mayAdd = isPrivate ? rights.keepOwn : rights.edit;
  const Heading = isPrivate ? "h4" : "h3";
  return (
    <section aria-labelledby={id} className="mt-4">
      <div className="flex h-9 items-center gap-2 pr-2 pl-3 phone:h-11">
        <Heading id={id} className="min-w-0 truncate text-sm font-semibold phone:text-md">
          {section}
        </Heading>
        <span className="text-xs text-text-3 tabular-nums">
          {t("countDone", { done: countDone(items), total: items.length })}
        </span>
        <span className="flex-1" />
        {mayAdd && section !== null ? (
          <IconButton
            label={t("addUnder", { section })}
            icon={Plus}
            size="sm"
            onClick={() => setAdding(true)}
          />
        ) : null}
      </div>
      <Rows group={group} onEdit={onEdit} />
      {mayAdd && adding ? (
        <QuickAddItem
          list={list}
          section={section}
          isPrivate={isPrivate}
          focused
          onLeave={() => setAdding(false)}
        />
      ) : null}
    </section>
  );
}
