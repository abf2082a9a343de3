"use client";

import { Bell as BellIcon } from "lucide-react";
import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect } from "react";
import { PanelOrSheet } from "#app/_shell/panel-or-sheet.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { useInbox } from "#lib/client/notifications/inbox.ts";

const InboxPanel = lazyComponent(() => import("#app/_notifications/inbox-panel.tsx"));
const InboxSheet = lazyComponent(() => import("#app/_notifications/inbox-sheet.tsx"));

/**
 * The number of unread notifications on every page of a signed-in user; it opens the inbox beside it, or as a sheet on
 * a phone.
 */
export function Bell({ userId }: { userId: string }) {
  const t = useTranslations("notifications");
  const { unread } = useInbox();
  useWatchedInbox(userId);
  return (
    <span className="relative flex">
      <PanelOrSheet
        label={t("title")}
        renderButton={(opener) => (
          <IconButton
            {...opener}
            label={t("bell", { unread })}
            icon={BellIcon}
            iconSize={20}
            aria-haspopup="dialog"
          />
        )}
        renderPanel={({ onClose, onMissing }) => <InboxPanel onLeave={onClose} onMissing={onMissing} />}
        renderSheet={(ways) => <InboxSheet {...ways} />}
      />
      {unread > 0 ? <Count of={unread} /> : null}
    </span>
  );
}

function Count({ of: unread }: { of: number }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[10px] leading-none font-semibold text-on-accent tabular-nums shadow-[0_0_0_2px_var(--ground,var(--color-surface))] touch:top-1 touch:right-0.5"
    >
      {unread > 99 ? "99+" : unread}
    </span>
  );
}

/** Subscribes to the inbox when the page is idle, so that the code for it is no part of the first load. */
function useWatchedInbox(userId: string) {
  const locale = useLocale();
  useEffect(() => {
    let unwatch: (() => void) | undefined;
    let left = false;
    async function listen() {
      const [{ watchInbox }, { restorePush }] = await Promise.all([
        import("#lib/client/notifications/inbox-watch.ts"),
        import("#lib/client/notifications/push.ts"),
      ]);
      if (left) return;
      unwatch = watchInbox();
      await restorePush(userId, locale);
    }
    // If the code can't be fetched, the number is not updated until the next page, and push messages end with the
    // session.
    const cancel = whenIdle(() => void listen().catch(() => undefined), 3000);
    return () => {
      left = true;
      cancel();
      unwatch?.();
    };
  }, [userId, locale]);
}
