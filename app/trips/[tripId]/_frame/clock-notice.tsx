"use client";

import { useEffect } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast, withdrawToast } from "#app/_ui/toast.ts";
import { deviceClock } from "#lib/client/base/device-clock.ts";

/** From this deviation of the device's clock on, a message is shown; smaller ones are corrected silently. */
const SAID_FROM_MS = 10 * 60_000;
const MINUTES_OF = { minutes: 1, hours: 60, days: 1440 };
const ID = "device clock";

/** Says that the device's clock is wrong and that the page uses the service's time instead. */
export function ClockNotice() {
  const t = useTranslations("trip");
  useEffect(() => {
    function say() {
      const { behindMs } = deviceClock;
      if (Math.abs(behindMs) < SAID_FROM_MS) return withdrawToast(ID);
      const minutes = Math.abs(behindMs) / 60_000;
      const unit = minutes < 120 ? "minutes" : minutes < 2880 ? "hours" : "days";
      const off = t(`clockOff.${unit}`, { count: Math.round(minutes / MINUTES_OF[unit]) });
      toast(t(behindMs > 0 ? "clockBehind" : "clockAhead", { off }), { id: ID, problem: true });
    }
    say();
    return deviceClock.changes.add(say);
  }, [t]);
  return null;
}
