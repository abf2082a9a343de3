"use client";

import { MessageSquare } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useUnreadCount } from "#lib/client/open-trip/use-unread.ts";

type CommentCountProps = {
  /** The id of the stop or reservation. */
  of: string;
  count: number;
  className?: string;
};

/** The number of comments of a row, with a dot if some are unread. */
export function CommentCount({ of, count, className }: CommentCountProps) {
  const t = useTranslations("trip");
  const unread = useUnreadCount(of);
  if (count === 0) return null;
  return (
    <span
      className={cx(
        "inline-flex items-center",
        unread > 0 ? "gap-1.5 font-medium text-accent-text" : "gap-1",
        className,
      )}
    >
      <span className="relative inline-flex">
        <Icon of={MessageSquare} size={14} />
        {unread > 0 ? (
          <i className="absolute -top-0.5 -right-0.5 size-1.75 rounded-full bg-accent shadow-[0_0_0_1.5px_var(--ground,var(--color-paper))]" />
        ) : null}
      </span>
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t("commentsNew", { count, unread })}</span>
    </span>
  );
}
