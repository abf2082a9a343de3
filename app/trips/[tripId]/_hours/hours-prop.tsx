"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { HoursDialog } from "./hours-dialog.tsx";
import { useHoursText } from "../_base/fields/use-hours-text.ts";
import { PropRow } from "../_base/fields/prop-row.tsx";
import { useStopField } from "../_base/fields/use-stop-field.ts";

/** Shows the opening hours in short; a press opens the editor of the weekdays. */
export function HoursProp({ stop, readOnly }: { stop: StopDto; readOnly: boolean }) {
  const t = useTranslations("trip-details");
  const say = useHoursText();
  const actions = useTripActions();
  const { save, presence } = useStopField(stop, "hours");
  // The seq of the trip when the editor was opened, so that later changes by others are conflicts.
  const [baseSeq, setBaseSeq] = useState<number | null>(null);
  const { hours } = stop;
  if (readOnly) return hours === null ? null : <PropRow label={t("hours.label")}>{say(hours)}</PropRow>;

  function close() {
    setBaseSeq(null);
    presence.onBlur();
  }

  return (
    <PropRow label={t("hours.label")}>
      <button
        type="button"
        onClick={() => {
          setBaseSeq(actions.baseSeq());
          presence.onFocus();
        }}
        className={cx(
          "-mx-1.5 min-h-7 min-w-0 flex-1 rounded-xs px-1.5 py-1 text-left touch:min-h-11",
          hours === null && "text-text-3",
        )}
      >
        <span className="sr-only">{t("hours.label")} </span>
        {hours === null ? t("hours.addSome") : say(hours)}
      </button>
      {baseSeq === null ? null : (
        <HoursDialog
          name={stop.name}
          hours={hours}
          onClose={close}
          onSave={(next) => {
            save({ hours: next }, baseSeq);
            close();
          }}
        />
      )}
    </PropRow>
  );
}
