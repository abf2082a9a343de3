"use client";

import { useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { Toggle } from "#app/_ui/toggle.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ItemDto, ItemList } from "#lib/shared/items.ts";
import { usePeople } from "../_base/people.tsx";
import { EmptyList } from "./empty-list.tsx";
import { countDone, itemsOf, partsOf } from "./list-groups.ts";
import { ListPartView } from "./list-part.tsx";

const ItemDialog = lazyComponent(() => import("./item-dialog.tsx"));

const chip = "h-7! touch:h-9! touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1";

/** The packing list or the to-do list. */
export function ItemsList({ list, onTemplates }: { list: ItemList; onTemplates: () => void }) {
  const t = useTranslations("trip-lists");
  const { me } = usePeople();
  const items = useTrip((trip) => trip.items);
  const [mine, setMine] = useState(false);
  const [hidesDone, setHidesDone] = useState(false);
  // The dialog is rendered by the list and not by the item's row, because the row is moved or removed when other
  // members change the item.
  const [edited, setEdited] = useState<ItemDto | null>(null);
  const mineOf = mine && me ? me.id : null;
  const all = itemsOf(items, list, null);
  const counted = itemsOf(items, list, mineOf);
  const parts = partsOf(items, list, { mineOf, hidesDone });
  return (
    <>
      {all.length > 0 ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-2 pb-2 pl-3 phone:pr-3">
          <Progress done={countDone(counted)} total={counted.length} />
          <div className="flex gap-1.5">
            {me ? (
              <Toggle pressed={mine} onToggle={setMine} className={chip}>
                {t("mine")}
              </Toggle>
            ) : null}
            <Toggle pressed={hidesDone} onToggle={setHidesDone} className={chip}>
              {t("hideDone")}
            </Toggle>
          </div>
        </div>
      ) : null}
      {all.length === 0 ? <EmptyList list={list} onTemplates={onTemplates} /> : null}
      {all.length > 0 && parts.every(({ groups }) => groups.length === 0) ? (
        <p className="px-3 py-3 text-sm text-text-3">{t(hidesDone ? "allDone" : "noneMine")}</p>
      ) : null}
      {parts.map((part) => (
        <ListPartView key={`${list} ${part.isPrivate}`} part={part} list={list} onEdit={setEdited} />
      ))}
      {edited ? (
        <ItemDialog
          item={items.find(({ id }) => id === edited.id) ?? edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

/** A progress bar with the exact numbers. */
function Progress({ done, total }: { done: number; total: number }) {
  const t = useTranslations("trip-lists");
  const id = useId();
  return (
    <div className="flex min-w-40 flex-1 items-center gap-3">
      <span id={id} className="text-sm whitespace-nowrap text-text-2 tabular-nums">
        {t("progress", { done, total })}
      </span>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-1 min-w-12 flex-1 overflow-hidden rounded-full bg-press"
      >
        <div
          style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }}
          className="h-full rounded-full bg-accent transition-[width]"
        />
      </div>
    </div>
  );
}
