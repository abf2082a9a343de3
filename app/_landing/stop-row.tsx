import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";

export interface PictureStop {
  time: string;
  until?: string;
  number: string;
  day: 1 | 2;
  name: string;
  selected?: boolean;
}

/** A stop in the picture: time, marker, name and facts. */
export function StopRow({ stop, end, children }: { stop: PictureStop; end: ReactNode; children: ReactNode }) {
  return (
    <div
      className={cx(
        "grid min-h-13.5 grid-cols-[46px_24px_minmax(0,1fr)_auto] gap-3 rounded-sm px-2.5 py-2",
        stop.selected && "bg-accent-tint",
      )}
    >
      <div className={stop.until ? "text-sm font-medium" : "text-xs leading-5 text-text-3"}>
        {stop.time}
        {stop.until ? <span className="block text-xs font-normal text-text-3">{stop.until}</span> : null}
      </div>
      <span
        className={cx(
          "grid size-5.5 place-items-center justify-self-center rounded-full text-xs font-semibold text-on-day",
          stop.day === 1 ? "bg-day-1" : "bg-day-2",
        )}
      >
        {stop.number}
      </span>
      <div className="min-w-0">
        <div className="truncate font-medium">{stop.name}</div>
        <div className="text-xs text-text-3">{children}</div>
      </div>
      <span className="flex h-5 items-center gap-1 text-xs text-text-2">{end}</span>
    </div>
  );
}
