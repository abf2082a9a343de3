"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useState } from "react";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { announce } from "../_base/announcer.tsx";

const SHOWN_MS = 1600;

/** A button that copies a confirmation number to the clipboard. */
export function CopyButton({ text, className }: { text: string; className?: string }) {
  const t = useTranslations("trip-bookings");
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setDone(true);
    announce(t("copied", { number: text }));
  }
  return (
    <IconButton
      label={t(done ? "copied" : "copy", { number: text })}
      icon={done ? Check : Copy}
      size="sm"
      {...(className ? { className } : {})}
      // Without permission to use the clipboard, no error is shown, because the number can still be selected.
      onClick={() => void copy().catch(() => {})}
    />
  );
}
