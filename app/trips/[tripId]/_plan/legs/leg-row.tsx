"use client";

import { type ComponentProps, memo } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu } from "#app/_ui/menu.tsx";
import type { Leg } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { rowColumns } from "../../_base/rows/row-class.ts";
import { useMay } from "../../_base/may.tsx";
import { useView } from "../../_base/view.tsx";
import { LegChoice } from "./leg-choice.tsx";
import { legIcons } from "./leg-icons.ts";
import { useLegWords } from "./use-leg-words.ts";

type LegRowProps = { leg: Leg; from: StopDto; to: StopDto };

/**
 * The leg between two stops; as on the map, walks are dotted and rides solid. A press opens the menu of travel modes.
 */
export const LegRow = memo(function LegRow({ leg, from, to }: LegRowProps) {
  const t = useTranslations("trip");
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
        {leg.transit ? <Ride leg={leg} from={from} to={to} /> : <PlainWay leg={leg} from={from} to={to} />}
      </span>
    </li>
  );
});

function PlainWay({ leg, from, to }: LegRowProps) {
  const t = useTranslations("trip");
  const { change } = useMay();
  const way = useLegWords()(leg);
  const label = t("legLabel", { mode: leg.mode, from: from.name, to: to.name, way });
  if (!change) {
    return (
      <>
        <span className="sr-only">{label}</span>
        <span aria-hidden className="flex min-w-0 items-center gap-1.5">
          <Icon of={legIcons[leg.mode]} size={14} />
          <span className="truncate">{way}</span>
        </span>
      </>
    );
  }
  return (
    <ChoiceMenu leg={leg} from={from} to={to}>
      <button type="button" aria-label={label} className={cx(trigger, "-mx-1.5")}>
        <Icon of={legIcons[leg.mode]} size={14} />
        <span className="truncate">{way}</span>
      </button>
    </ChoiceMenu>
  );
}

/** A leg by public transport. Everybody can open its departures, so only the icon opens the menu of travel modes. */
function Ride({ leg, from, to }: LegRowProps) {
  const t = useTranslations("trip");
  const view = useView();
  const { change } = useMay();
  const way = useLegWords()(leg);
  const icon = <Icon of={legIcons[leg.mode]} size={14} />;
  const words = { mode: leg.mode, from: from.name, to: to.name, way };
  return (
    <>
      {change ? (
        <ChoiceMenu leg={leg} from={from} to={to}>
          <button
            type="button"
            aria-label={t("travelTo", { name: to.name })}
            className={cx(trigger, "-mx-1.5 touch:after:-left-5")}
          >
            {icon}
          </button>
        </ChoiceMenu>
      ) : (
        icon
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("rideLabel", { way: t("legLabel", words) })}
        className={cx(trigger, "-mr-1.5")}
        onClick={() => view.set({ dialog: { ridesTo: to.id } })}
      >
        <span className="truncate tabular-nums">{way}</span>
      </button>
    </>
  );
}

type ChoiceMenuProps = LegRowProps & { children: ComponentProps<typeof Menu>["trigger"] };

function ChoiceMenu({ leg, from, to, children }: ChoiceMenuProps) {
  const t = useTranslations("trip");
  return (
    <Menu align="start" label={t("travelTo", { name: to.name })} trigger={children}>
      <LegChoice leg={leg} from={from} to={to} />
    </Menu>
  );
}

/**
 * The classes of the button of a leg. On touch screens it extends over the rows above and below, except where they
 * have content of their own.
 */
const trigger =
  "relative flex min-w-0 cursor-pointer items-center gap-1.5 rounded-xs px-1.5 hover:bg-press hover:text-text-2 aria-expanded:bg-press touch:z-1 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3.5 phone:touch:after:-inset-y-3";
