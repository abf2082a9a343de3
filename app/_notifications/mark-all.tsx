"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { MouseEvent } from "react";
import { Button } from "#app/_ui/button.tsx";
import { useInbox } from "#lib/client/notifications/inbox.ts";
import { useMarkAllRead } from "#lib/client/notifications/notifications.ts";

/** The button that marks all notifications as read; it is shown while at least one is unread. */
export function MarkAll() {
  const t = useTranslations("notifications");
  const { unread } = useInbox();
  const readAll = useMarkAllRead();
  if (unread === 0) return null;
  function press(event: MouseEvent<HTMLElement>) {
    // The button disappears with the last unread notification, so the dialog gets the focus.
    event.currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
    void readAll();
  }
  return (
    <Button tone="plain" size="sm" onClick={press}>
      {t("markAll")}
    </Button>
  );
}
