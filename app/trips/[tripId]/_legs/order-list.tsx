"use client";

import { useId } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import type { StopDto } from "#lib/shared/stops.ts";

type OrderListProps = {
  title: string;
  stops: readonly StopDto[];
  /** The ids of the stops whose positions differ between the present and the better order. */
  moving: ReadonlySet<string>;
  isNew?: boolean;
};

export function OrderList({ title, stops, moving, isNew = false }: OrderListProps) {
  const t = useTranslations("trip");
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 text-xs font-semibold text-text-3">
        {title}
      </h3>
      <ol className="-mx-2 space-y-0.5">
        {stops.map((stop, index) => {
          const moves = moving.has(stop.id);
          return (
            <li
              key={stop.id}
              data-moves={moves || undefined}
              className={cx(
                "flex items-baseline gap-2 rounded-sm px-2 py-1.5 text-sm",
                moves && isNew && "bg-accent-tint font-medium",
                moves && !isNew && "text-text-3",
              )}
            >
              <span className="min-w-3 shrink-0 text-xs text-text-3 tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 wrap-break-word">
                {stop.name}
                {stop.startTime ? (
                  <span className="ml-1.5 text-xs whitespace-nowrap text-text-3">{stop.startTime}</span>
                ) : null}
                {moves && isNew ? <span className="sr-only">, {t("order.moves")}</span> : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
