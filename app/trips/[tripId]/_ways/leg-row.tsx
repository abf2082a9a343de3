"use client";

import { memo } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu } from "#app/_ui/menu.tsx";
import type { Leg } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { rowColumns } from "../_plan/row-class.ts";
import { useMay } from "../_shell/may.tsx";
import { LegChoice } from "./leg-choice.tsx";
import { legIcons } from "./leg-icons.ts";
import { useLegWords } from "./use-leg-words.ts";

type LegRowProps = { leg: Leg; from: StopDto; to: StopDto };

/** The way between two stops: dotted is walking, solid is riding, as on the map. Pressing it asks how to go. */
export const LegRow = memo(function LegRow({ leg, from, to }: LegRowProps) {
  const t = useTranslations("trip");
  const { change } = useMay();
  const way = useLegWords()(leg);
  const words = { mode: leg.mode, from: from.name, to: to.name, way };
  return (
    <li
      data-leg={to.id}
      data-mode={leg.mode}
      className={cx(rowColumns, "h-5 items-center text-xs text-text-3 phone:h-6 phone:text-sm")}
    >
      <span
        aria-hidden
        className={cx(
          "col-start-2 -my-0.75 h-6.5 w-0.5 justify-self-center",
          leg.mode === "walk"
            ? "bg-[repeating-linear-gradient(var(--color-line-strong)_0_3px,transparent_3px_6px)]"
            : "bg-line-strong",
        )}
      />
      <span
        title={leg.isRouted ? undefined : t("legEstimated")}
        className="col-span-2 -ml-0.75 flex min-w-0 items-center"
      >
        {change ? (
          <Menu
            align="start"
            label={t("travelTo", { name: to.name })}
            trigger={
              <button type="button" aria-label={t("legLabel", words)} className={trigger}>
                <Way leg={leg} words={way} />
              </button>
            }
          >
            <LegChoice from={from} to={to} />
          </Menu>
        ) : (
          <>
            <span className="sr-only">{t("legLabel", words)}</span>
            <span aria-hidden className="flex min-w-0 items-center gap-1.5">
              <Way leg={leg} words={way} />
            </span>
          </>
        )}
      </span>
    </li>
  );
});

/** For fingers it reaches over the rows above and below, as far as nothing of theirs stands there. */
const trigger =
  "relative -mx-1.5 flex min-w-0 cursor-pointer items-center gap-1.5 rounded-xs px-1.5 hover:bg-press hover:text-text-2 aria-expanded:bg-press touch:z-1 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3.5 phone:touch:after:-inset-y-3";

function Way({ leg, words }: { leg: Leg; words: string }) {
  return (
    <>
      <Icon of={legIcons[leg.mode]} size={14} />
      <span className="truncate">{words}</span>
    </>
  );
}
