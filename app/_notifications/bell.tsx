"use client";

import { Bell as BellIcon } from "lucide-react";
import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useState } from "react";
import { useTellMissing } from "#app/_shell/use-tell-missing.ts";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { usePopover } from "#app/_ui/use-popover.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { useInbox } from "#lib/client/inbox.ts";

const InboxPanel = lazyPart(() => import("#app/_notifications/inbox-panel.tsx"));
const InboxSheet = lazyPart(() => import("#app/_notifications/inbox-sheet.tsx"));

/** How much is unread, on every page of someone signed in; opens the inbox beside it, on a phone as a sheet. */
export function Bell({ userId }: { userId: string }) {
  const t = useTranslations("notifications");
  const { unread } = useInbox();
  const isPhone = useIsPhone();
  const [sheet, setSheet] = useState(false);
  const popover = usePopover({ side: "bottom", align: "end", gap: 6, onOpened: (panel) => panel.focus() });
  const tellMissing = useTellMissing();
  useWatchedInbox(userId);
  function giveUp() {
    setSheet(false);
    popover.close();
    tellMissing();
  }
  const opener = isPhone
    ? { "aria-haspopup": "dialog" as const, onClick: () => setSheet(true) }
    : { ...popover.trigger, "aria-haspopup": "dialog" as const };
  return (
    <span className="relative flex">
      <IconButton label={t("bell", { unread })} icon={BellIcon} iconSize={20} {...opener} />
      {unread > 0 ? <Count of={unread} /> : null}
      <div
        {...popover.panel}
        role="dialog"
        aria-label={t("title")}
        tabIndex={-1}
        className={cx(
          floatingClass,
          "max-h-[min(560px,calc(100dvh-72px))] w-95 flex-col overflow-hidden open:flex focus-visible:shadow-2",
        )}
      >
        {popover.open ? <InboxPanel onLeave={popover.close} onMissing={giveUp} /> : null}
      </div>
      {sheet ? <InboxSheet onClose={() => setSheet(false)} onMissing={giveUp} /> : null}
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

/** Listens once the page has had a quiet moment; what that takes is no part of the first load. */
function useWatchedInbox(userId: string) {
  const locale = useLocale();
  useEffect(() => {
    let unwatch: (() => void) | undefined;
    let left = false;
    async function listen() {
      const [{ watchInbox }, { keepPush }] = await Promise.all([
        import("#lib/client/inbox-watch.ts"),
        import("#lib/client/push.ts"),
      ]);
      if (left) return;
      unwatch = watchInbox();
      await keepPush(userId, locale);
    }
    // Without its code the bell stays silent until the next page, and pushes end with the session.
    const cancel = whenIdle(() => void listen().catch(() => undefined), 3000);
    return () => {
      left = true;
      cancel();
      unwatch?.();
    };
  }, [userId, locale]);
}
