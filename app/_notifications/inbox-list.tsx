"use client";

import { BellOff } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId } from "react";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useNotifications, useMarkNotificationsRead } from "#lib/client/notifications/notifications.ts";
import { useNotificationNavigation } from "#app/_notifications/go-to.ts";
import { groupByTrip, type TripGroup } from "#app/_notifications/group-by-trip.ts";
import { NotificationRow } from "#app/_notifications/notification-row.tsx";

/** The inbox by trip; opening a notification marks it as read. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("notifications");
  const tUi = useTranslations("ui");
  const list = useNotifications();
  const read = useMarkNotificationsRead();
  const goTo = useNotificationNavigation();
  if (!list.data) {
    if (!list.isError) return <Loading label={t("loading")} />;
    return (
      <InlineAlert
        tone="danger"
        live
        className="px-4 py-3 phone:px-5"
        action={<TextButton onClick={() => void list.refetch()}>{tUi("retry")}</TextButton>}
      >
        {t("loadFailed")}
      </InlineAlert>
    );
  }
  if (list.notifications.length === 0) {
    return (
      <EmptyState icon={BellOff} title={t("emptyTitle")} level={3}>
        {t("emptyHint")}
      </EmptyState>
    );
  }
  const open: Parameters<typeof NotificationRow>[0]["onOpen"] = (line, path) => {
    if (line.readAt === null) read({ ids: [line.id] });
    onLeave();
    goTo(path);
  };
  return (
    <>
      {groupByTrip(list.notifications).map((group) => (
        <Group key={group.tripId} group={group} onOpen={open} />
      ))}
      {list.hasNextPage ? (
        <div className="px-4 py-3 phone:px-5">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("older")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type GroupProps = { group: TripGroup; onOpen: Parameters<typeof NotificationRow>[0]["onOpen"] };

function Group({ group, onOpen }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pb-1">
      <h3 id={id} className="truncate px-4 pt-3 pb-1 text-xs font-semibold text-text-3 phone:px-5">
        {group.title}
      </h3>
      <ul>
        {group.lines.map((line) => (
          <li key={line.id}>
            <NotificationRow line={line} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-5 px-4 py-4 phone:px-5">
      {["w-3/5", "w-4/5", "w-1/2"].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-7 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2 pt-0.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-16" />
          </div>
        </div>
      ))}
    </div>
  );
}
