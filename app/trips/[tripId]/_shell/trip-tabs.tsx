"use client";

import { History, List, type LucideIcon, Map as MapIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useView, useViewState } from "./view.tsx";
import { type Pane, placeSearch } from "./view-url.ts";

function usePaneLink(pane: Pane) {
  const view = useView();
  const current = useViewState((state) => state.pane);
  return {
    // A real address for a new tab; in this one the view changes without asking the server.
    href: placeSearch({ pane, stopId: null }) || "?",
    current,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      view.show(pane);
    },
  };
}

/** Plan and Activity beside the map, on wide screens. */
export function TripTabs() {
  const t = useTranslations("trip");
  return (
    <nav
      aria-label={t("views")}
      className="flex h-10 shrink-0 items-stretch gap-5 pr-4 pl-14 [--ground:var(--color-paper)] phone:hidden"
    >
      <Tab pane="plan" label={t("plan")} />
      <Tab pane="activity" label={t("activity")} />
    </nav>
  );
}

function Tab({ pane, label }: { pane: "plan" | "activity"; label: string }) {
  const { current, href, onClick } = usePaneLink(pane);
  const here = pane === "activity" ? current === "activity" : current !== "activity";
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={here ? "page" : undefined}
      className="relative flex items-center rounded-xs text-sm font-medium whitespace-nowrap text-text-3 transition-colors after:absolute after:inset-x-0 after:bottom-0.75 after:h-0.5 after:rounded-full hover:text-text aria-[current]:text-text aria-[current]:after:bg-text"
    >
      {label}
    </a>
  );
}

/** The phone's panes, within reach of a thumb. */
export function BottomBar() {
  const t = useTranslations("trip");
  return (
    <nav
      aria-label={t("views")}
      className="grid shrink-0 grid-cols-3 border-t border-line bg-surface px-1 pb-[max(8px,var(--safe-bottom))] md:hidden"
    >
      <BarLink pane="plan" label={t("plan")} icon={List} />
      <BarLink pane="map" label={t("map")} icon={MapIcon} />
      <BarLink pane="activity" label={t("activity")} icon={History} />
    </nav>
  );
}

function BarLink({ pane, label, icon }: { pane: Pane; label: string; icon: LucideIcon }) {
  const { current, href, onClick } = usePaneLink(pane);
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={current === pane ? "page" : undefined}
      className={cx(
        "grid h-14 place-content-center place-items-center gap-0.5 rounded-sm text-xs font-medium text-text-3 aria-[current]:text-accent-text",
      )}
    >
      <Icon of={icon} size={24} />
      {label}
    </a>
  );
}
