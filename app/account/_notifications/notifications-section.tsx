"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PushSetting } from "#app/account/_notifications/push-setting.tsx";
import { LoadFailed } from "#app/account/_page/load-failed.tsx";
import { DELIVERIES, KINDS } from "#app/_notifications/kinds.ts";
import { Segmented } from "#app/_ui/segmented.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { toast } from "#app/_ui/toast.ts";
import { usePreferences, useUpdatePreferences } from "#lib/client/notifications/notifications.ts";
import { DEFAULT_DELIVERY } from "#lib/shared/notification-kinds.ts";

/** The section for which notifications the user gets, by which means, and whether this device gets push messages. */
export function NotificationsSection({ userId }: { userId: string }) {
  const t = useTranslations("notifications");
  const preferences = usePreferences();
  const update = useUpdatePreferences();
  const failed = () => toast(t("saveFailed"), { problem: true });
  const chosen = preferences.data?.notifications;
  if (preferences.isError && !chosen) return <LoadFailed retry={() => void preferences.refetch()} />;
  return (
    <div className="space-y-6">
      <div>
        <ul className="space-y-1.5 phone:space-y-4">
          {KINDS.map(([kind, key]) => (
            <li key={kind} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1.5">
              <span className="min-w-0 flex-1 basis-52">{t(`kind.${key}`)}</span>
              {chosen ? (
                <Segmented
                  label={t(`kind.${key}`)}
                  value={chosen[kind] ?? DEFAULT_DELIVERY[kind]}
                  onChange={(delivery) =>
                    update.mutate({ notifications: { [kind]: delivery } }, { onError: failed })
                  }
                  options={DELIVERIES.map((value) => ({ value, label: t(`delivery.${value}`) }))}
                />
              ) : (
                <Skeleton className="h-9 w-52 touch:h-11" />
              )}
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-pretty text-text-3">{t("settingsHint")}</p>
      </div>
      <PushSetting userId={userId} />
    </div>
  );
}
