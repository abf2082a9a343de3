"use client";

import type { KeyboardEvent } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { segmentClass, segmentTrackClass } from "#app/_ui/segment-class.ts";
import { openRowOf, useView, useViewState } from "../_base/view.tsx";

const PANEL_ID = "drawer-panel";
const TABS = ["details", "agent"] as const;

/** The attributes of the drawer's body, to which the drawer's tabs refer. */
export const drawerPanel = { id: PANEL_ID, role: "tabpanel" } as const;

/** The tabs for the open row and for the trip's agent in front of it. */
export function DrawerTabs() {
  const t = useTranslations("trip-agent");
  const view = useView();
  const isAgent = useViewState(({ agent }) => agent);
  const hasRow = useViewState((state) => openRowOf(state) !== null);
  const shown = isAgent ? "agent" : "details";

  function pick(tab: (typeof TABS)[number]) {
    if (tab === "agent") view.openAgent();
    else if (hasRow) view.leaveAgent();
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    const other = shown === "agent" ? "details" : "agent";
    if (other === "details" && !hasRow) return;
    pick(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus();
  }
  return (
    <div className="flex flex-1">
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={t("tabs.label")}
        onKeyDown={onKeyDown}
        className={segmentTrackClass()}
      >
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            data-tab={tab}
            aria-selected={shown === tab}
            aria-controls={PANEL_ID}
            aria-disabled={(tab === "details" && !hasRow) || undefined}
            title={tab === "details" && !hasRow ? t("tabs.noDetails") : undefined}
            tabIndex={shown === tab ? 0 : -1}
            onClick={() => pick(tab)}
            className={cx(
              segmentClass("md"),
              "aria-disabled:text-n-400 aria-selected:bg-segment aria-selected:text-text aria-selected:shadow-1",
            )}
          >
            {t(`tabs.${tab}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
