"use client";

import { Check, MoreHorizontal, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { useDecisionActs } from "./use-decision-acts.ts";
import { useDecisionWords } from "./use-decision-words.ts";

/** A closed decision, with a button that shows the winner in the plan. */
export function DecidedRow({ decision }: { decision: DecisionDto }) {
  const t = useTranslations("trip-decisions");
  const view = useView();
  const { edit } = useMay();
  const { day } = useDecisionWords();
  const winner = useTrip((trip) => trip.stops.find(({ id }) => id === decision.winnerId) ?? null);
  const standing = winner ? day(winner.dayId) : null;

  function show() {
    if (!winner) return;
    view.show("plan");
    if (winner.dayId === null) view.set({ ideasOpen: true });
    view.openStop(winner.id);
    view.focusDetails();
  }

  return (
    <li className="relative grid min-h-11 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-sm pr-1 pl-3 hover:bg-hover phone:min-h-14">
      <Icon of={Check} size={16} className="text-success" />
      <div className="min-w-0 py-1">
        {winner ? (
          <button
            type="button"
            aria-label={t("showInPlan", { name: winner.name })}
            onClick={show}
            className="block max-w-full cursor-pointer truncate text-left leading-5 font-medium outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:shadow-none focus-visible:after:shadow-(--ring) phone:text-lg"
          >
            {standing === null ? winner.name : t("winnerOn", { name: winner.name, day: standing })}
          </button>
        ) : (
          <span className="text-text-3">{t("winnerGone")}</span>
        )}
        <p className="truncate text-xs text-text-3 phone:text-sm">{decision.title}</p>
      </div>
      {edit ? <DecidedMenu decision={decision} /> : null}
    </li>
  );
}

function DecidedMenu({ decision }: { decision: DecisionDto }) {
  const t = useTranslations("trip-decisions");
  const acts = useDecisionActs(decision);
  const label = t("more", { title: decision.title });
  return (
    <span className="relative">
      <Menu trigger={<IconButton label={label} icon={MoreHorizontal} size="sm" />}>
        <MenuItem icon={RotateCcw} onSelect={acts.reopen}>
          {t("reopen")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={acts.remove}>
          {t("delete")}
        </MenuItem>
      </Menu>
    </span>
  );
}
