"use client";

import {
  Banknote,
  History,
  List,
  ListChecks,
  type LucideIcon,
  Map as MapIcon,
  MoreHorizontal,
  Ticket,
  Vote,
} from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ComponentProps, MouseEvent } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu, MenuItem } from "#app/_ui/menu.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { type Pane, writeUrlState } from "../_base/view-url.ts";

const NOWHERE = {
  stopId: null,
  reservationId: null,
  expenseId: null,
  talk: false,
  suggestions: false,
  agent: false,
} as const;

function usePaneLink(pane: Pane) {
  const view = useView();
  const current = useViewState((state) => state.pane);
  const who = useViewState((state) => state.who);
  const past = useViewState((state) => state.past);
  const list = useViewState((state) => state.list);
  return {
    // The link works in a new tab; in this tab the view changes without a request.
    href: writeUrlState({ ...NOWHERE, pane, list, who, past }) || "?",
    current,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      view.show(pane);
    },
  };
}

/** The tabs of the panes beside the map, on wide screens. */
export function TripTabs() {
  const t = useTranslations("trip");
  const bookings = useTrip((trip) => trip.reservations.length);
  const votes = useOpenVotes();
  return (
    <nav
      aria-label={t("views")}
      className="flex h-10 shrink-0 items-stretch gap-5 pr-4 pl-14 [--ground:var(--color-paper)] phone:hidden"
    >
      <Tab pane="plan" label={t("plan")} />
      <Tab pane="bookings" label={t("bookings")} count={bookings} />
      <Tab pane="money" label={t("money")} />
      <Tab pane="ideas" label={t("ideasAndDecisions")} count={votes} />
      <Tab pane="lists" label={t("lists")} />
      <Tab pane="activity" label={t("activity")} />
    </nav>
  );
}

const BESIDE_PLAN: ReadonlySet<Pane> = new Set<Pane>(["bookings", "money", "ideas", "lists", "activity"]);

type TabProps = { pane: Pane; label: string; count?: number };

function Tab({ pane, label, count = 0 }: TabProps) {
  const { current, href, onClick } = usePaneLink(pane);
  const here = pane === "plan" ? !BESIDE_PLAN.has(current) : current === pane;
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={here ? "page" : undefined}
      className="relative flex items-center rounded-xs text-sm font-medium whitespace-nowrap text-text-3 transition-colors after:absolute after:inset-x-0 after:bottom-0.75 after:h-0.5 after:rounded-full hover:text-text aria-[current]:text-text aria-[current]:after:bg-text"
    >
      {label}
      {count > 0 ? <span className="ml-1.5 text-xs font-normal text-text-3">{count}</span> : null}
    </a>
  );
}

/** The navigation bar of a phone, at the bottom of the screen. */
export function BottomBar() {
  const t = useTranslations("trip");
  return (
    <nav
      aria-label={t("views")}
      className="grid shrink-0 grid-cols-5 border-t border-line bg-surface px-1 pb-[max(8px,var(--safe-bottom))] md:hidden"
    >
      <BarLink pane="plan" label={t("plan")} icon={List} />
      <BarLink pane="map" label={t("map")} icon={MapIcon} />
      <BarLink pane="bookings" label={t("bookings")} icon={Ticket} />
      <BarLink pane="money" label={t("money")} icon={Banknote} />
      <MorePanes />
    </nav>
  );
}

const MORE: ReadonlySet<Pane> = new Set<Pane>(["ideas", "lists", "activity"]);

/** A menu with the panes that are not in the bar. */
function MorePanes() {
  const t = useTranslations("trip");
  const view = useView();
  const pane = useViewState((state) => state.pane);
  const votes = useOpenVotes();
  const here = MORE.has(pane) ? "page" : undefined;
  return (
    <Menu side="top" trigger={<MoreButton label={t("more")} aria-current={here} />}>
      <MenuItem
        icon={Vote}
        shortcut={votes > 0 ? String(votes) : undefined}
        onSelect={() => view.show("ideas")}
      >
        {t("ideasAndDecisions")}
      </MenuItem>
      <MenuItem icon={ListChecks} onSelect={() => view.show("lists")}>
        {t("lists")}
      </MenuItem>
      <MenuItem icon={History} onSelect={() => view.show("activity")}>
        {t("activity")}
      </MenuItem>
    </Menu>
  );
}

function MoreButton({ label, ...props }: ComponentProps<"button"> & { label: string }) {
  return (
    <button {...props} type="button" className={barItem}>
      <Icon of={MoreHorizontal} size={24} />
      {label}
    </button>
  );
}

/** Returns the number of open decisions. */
function useOpenVotes(): number {
  return useTrip((trip) => trip.decisions.filter(({ status }) => status !== "closed").length);
}

const barItem =
  "grid h-14 place-content-center place-items-center gap-0.5 rounded-sm text-xs font-medium text-text-3 aria-[current]:text-accent-text";

function BarLink({ pane, label, icon }: { pane: Pane; label: string; icon: LucideIcon }) {
  const { current, href, onClick } = usePaneLink(pane);
  return (
    <a href={href} onClick={onClick} aria-current={current === pane ? "page" : undefined} className={barItem}>
      <Icon of={icon} size={24} />
      {label}
    </a>
  );
}
