"use client";

import { CalendarClock } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { usePopover } from "#app/_ui/use-popover.ts";
import { ApiError } from "#lib/client/base/api.ts";
import { useSeqAt } from "#lib/client/open-trip/past-trip.ts";
import { earliestInstant } from "#lib/shared/reservation-times.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { useView } from "../_base/view.tsx";

/**
 * A field for a date and time, in the reader's time zone, at which the trip is shown.
 * @param at the instant that is shown now
 */
export function MomentPicker({ at: shownAt }: { at: string | null }) {
  const t = useTranslations("trip-activity.past");
  const view = useView();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const local = typed ?? (shownAt === null ? "" : localOf(shownAt, formats.zone));
  const [problem, setProblem] = useState<"none" | "failed" | null>(null);
  const readSeqAt = useSeqAt();
  const [busy, setBusy] = useState(false);
  const popover = usePopover({
    side: "bottom",
    align: "end",
    gap: 6,
    onOpened: (panel) => panel.querySelector("input")?.focus(),
    onOpenChange: () => setBusy(false),
  });

  async function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (local === "") return;
    // The form is unmounted when the popover is closed; an answer after that is ignored.
    const form = event.currentTarget;
    const at = new Date(earliestInstant({ local, zone: formats.zone })).toISOString();
    setBusy(true);
    try {
      const seq = await readSeqAt(at);
      if (!form.isConnected) return;
      setProblem(null);
      setTyped(null);
      popover.close();
      view.showPast(seq);
    } catch (error) {
      if (!form.isConnected) return;
      setProblem(error instanceof ApiError && error.status === 422 ? "none" : "failed");
      setBusy(false);
    }
  }

  return (
    <>
      <IconButton label={t("goTo")} icon={CalendarClock} {...popover.trigger} />
      <div {...popover.panel} role="dialog" aria-label={t("goTo")} className={cx(floatingClass, "w-72 p-3")}>
        {popover.open ? (
          <form onSubmit={(event) => void go(event)} className="flex flex-col gap-3">
            <TextField
              type="datetime-local"
              label={t("goTo")}
              value={local}
              max={`${formats.today()}T23:59`}
              error={problem ? t(problem) : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" tone="primary" busy={busy}>
              {t("go")}
            </Button>
          </form>
        ) : null}
      </div>
    </>
  );
}

function localOf(instant: string, zone: string): string {
  const { date, time } = wallClock(Date.parse(instant), zone);
  return `${date}T${time}`;
}
