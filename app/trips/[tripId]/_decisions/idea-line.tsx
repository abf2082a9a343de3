"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { IdeaFacts, Voters } from "../_base/rows/idea-row.tsx";
import { VoteButtons } from "../_base/rows/vote-buttons.tsx";
import { categoryIcons } from "../_base/icons/category-icon.ts";
import { useView, useViewState } from "../_base/view.tsx";
import { useOpenDecision } from "../_base/rows/use-open-decision.ts";

type IdeaLineProps = {
  stop: StopDto;
  /** The selection of ideas; undefined while no ideas are being selected. */
  selection?: { has: (stopId: string) => boolean; toggle: (stopId: string) => void } | undefined;
};

/** An idea with its votes; a press opens it, or selects it while a selection is made. */
export function IdeaLine({ stop, selection }: IdeaLineProps) {
  const view = useView();
  const open = useViewState(({ stopId }) => stopId === stop.id);
  const hovered = useViewState(({ hoveredId }) => hoveredId === stop.id);
  const picked = selection?.has(stop.id) ?? open;
  return (
    <li
      onPointerEnter={() => view.set({ hoveredId: stop.id })}
      onPointerLeave={() => view.set({ hoveredId: null })}
      className={cx(
        "relative grid min-h-11 grid-cols-[20px_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 rounded-sm pr-1 pl-3 phone:min-h-14 phone:grid-cols-[24px_minmax(0,1fr)_auto] phone:pr-2",
        picked ? "bg-accent-tint" : hovered && "bg-hover",
      )}
    >
      {selection ? (
        <Pick stop={stop} selection={selection} />
      ) : (
        <>
          <Icon of={categoryIcons[stop.category]} size={20} className="text-text-2" />
          <div className="min-w-0 py-1">
            <button
              type="button"
              onClick={() => view.openStop(stop.id)}
              className="block max-w-full cursor-pointer truncate text-left leading-5 font-medium outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:shadow-none focus-visible:after:shadow-(--ring) phone:text-lg"
            >
              {stop.name}
            </button>
            <IdeaFacts stop={stop} />
          </div>
        </>
      )}
      <Voters stop={stop} />
      <VoteButtons stop={stop} />
    </li>
  );
}

/** The checkbox of an idea; it is disabled for an idea that is in an open decision already. */
function Pick({ stop, selection }: { stop: StopDto; selection: NonNullable<IdeaLineProps["selection"]> }) {
  const t = useTranslations("trip-decisions");
  const decision = useOpenDecision(stop.id);
  return (
    <label
      className={cx(
        "col-span-2 grid grid-cols-subgrid items-center after:absolute after:inset-0 after:rounded-sm has-focus-visible:after:shadow-(--ring)",
        decision ? "text-text-3" : "cursor-pointer",
      )}
    >
      <input
        type="checkbox"
        checked={selection.has(stop.id)}
        disabled={decision !== null}
        aria-label={t("selectIdea", { name: stop.name })}
        onChange={() => selection.toggle(stop.id)}
        className="relative z-1 size-4 justify-self-center accent-accent outline-none focus-visible:shadow-none phone:size-5"
      />
      <span className="min-w-0 py-1">
        <span className="block truncate leading-5 font-medium phone:text-lg">{stop.name}</span>
        <IdeaFacts stop={stop} />
      </span>
    </label>
  );
}
