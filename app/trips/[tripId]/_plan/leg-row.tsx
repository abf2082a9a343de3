"use client";

import { Footprints, MoveRight, TramFront } from "lucide-react";
import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { memo } from "react";
import { useUnits } from "#app/_shell/units.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { Leg, LegMode } from "#lib/shared/legs.ts";
import { formatDistance, splitMinutes } from "./measures.ts";
import { rowColumns } from "./row-class.ts";

const icons = { walk: Footprints, ride: TramFront, far: MoveRight } satisfies Record<LegMode, unknown>;

/** The way between two stops: dotted is walking, solid is riding, as on the map. */
export const LegRow = memo(function LegRow({ mode, meters, minutes }: Leg) {
  const words = useLegWords({ mode, meters, minutes });
  return (
    <li className={cx(rowColumns, "h-5 items-center text-xs text-text-3 phone:h-6 phone:text-sm")}>
      <span
        aria-hidden
        className={cx(
          "col-start-2 -my-0.75 h-6.5 w-0.5 justify-self-center",
          mode === "walk"
            ? "bg-[repeating-linear-gradient(var(--color-line-strong)_0_3px,transparent_3px_6px)]"
            : "bg-line-strong",
        )}
      />
      <span className="col-span-2 -ml-0.75 flex min-w-0 items-center gap-1.5">
        <Icon of={icons[mode]} size={14} />
        <span className="truncate">{words}</span>
      </span>
    </li>
  );
});

/** "11 min, 850 m" on foot, "about 25 min, 6.2 km" by anything that rides. */
export function useLegWords({ mode, meters, minutes }: Leg): string {
  const t = useTranslations("trip");
  const [units] = useUnits();
  const distance = formatDistance(meters, useLocale(), units);
  if (minutes === null) return t("legFar", { distance });
  const time = t("duration", splitMinutes(minutes));
  return mode === "walk" ? t("legWalk", { time, distance }) : t("legRide", { time, distance });
}
