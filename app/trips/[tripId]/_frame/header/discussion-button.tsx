"use client";

import { MessagesSquare } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton, type IconButtonProps } from "#app/_ui/icon-button.tsx";
import { useUnreadCount } from "#lib/client/open-trip/use-unread.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useView, useViewState } from "../../_base/view.tsx";

/**
 * The button that opens the discussion. On a phone the menu contains it, and the menu's button has the dot for unread
 * comments.
 */
export function DiscussionButton() {
  const t = useTranslations("trip");
  const view = useView();
  const open = useViewState(({ talk }) => talk);
  const unread = useUnreadCount(useTrip((trip) => trip.id));
  return (
    <span className="relative flex phone:hidden">
      <IconButton
        label={t("talkNew", { unread })}
        icon={MessagesSquare}
        iconSize={20}
        aria-expanded={open}
        onClick={() => (open ? view.closeDetails() : view.openTalk())}
      />
      {unread > 0 ? <UnreadDot /> : null}
    </span>
  );
}

type DottedButtonProps = IconButtonProps & { dotted: boolean };

/**
 * A button with the dot for unread comments, which is shown only on a phone, where the menu contains the discussion.
 */
export function DottedButton({ dotted, ...props }: DottedButtonProps) {
  return (
    <span className="relative flex">
      <IconButton {...props} />
      {dotted ? (
        <span className="md:hidden">
          <UnreadDot />
        </span>
      ) : null}
    </span>
  );
}

/** The dot at the upper right of an icon button. */
function UnreadDot() {
  return (
    <i className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-accent shadow-[0_0_0_2px_var(--ground)] touch:top-2.5 touch:right-2.5" />
  );
}
