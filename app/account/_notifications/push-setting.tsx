"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { Button } from "#app/_ui/button.tsx";
import { toast } from "#app/_ui/toast.ts";
import { usePush } from "#lib/client/notifications/use-push.ts";

/** The setting whether this browser shows push messages; it explains what prevents them. */
export function PushSetting({ userId }: { userId: string }) {
  const t = useTranslations("notifications");
  const { status, change } = usePush(userId, useLocale());
  if (status === "absent" || status === "loading") return null;
  const canChange = status === "on" || status === "off";
  return (
    <SettingRow
      title={t("push.title")}
      text={t(`push.${status}`)}
      actions={
        canChange ? (
          <Button
            busy={change.isPending}
            onClick={() =>
              change.mutate(undefined, { onError: () => toast(t("push.failed"), { problem: true }) })
            }
          >
            {t(status === "on" ? "push.turnOff" : "push.turnOn")}
          </Button>
        ) : null
      }
    />
  );
}
