"use client";

import { CircleCheck, Scale } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { MouseEvent } from "react";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { strong } from "#app/_ui/rich.tsx";
import { notificationPath } from "#lib/shared/notification-path.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { NotificationDto } from "#lib/shared/notifications.ts";

type LineProps = { line: NotificationDto; onOpen: (line: NotificationDto, path: string) => void };

/** A notification: who did what, the text, and how long ago it was. */
export function NotificationRow({ line, onOpen }: LineProps) {
  const t = useTranslations("notifications");
  const formats = useFormats();
  const now = useClock();
  const words = useWords(line);
  const path = notificationPath(line);
  const isNew = line.readAt === null;

  function open(event: MouseEvent) {
    // With a modifier key, the browser itself opens the URL in another window or tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(line, path);
  }

  return (
    <a
      href={path}
      onClick={open}
      className="flex gap-3 px-4 py-2.5 hover:bg-hover focus-visible:relative active:bg-press phone:px-5 phone:py-3"
    >
      <Face line={line} />
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-pretty wrap-anywhere text-text-2">{words}</span>
        {line.details.excerpt ? (
          <span className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-text-3">
            {line.details.excerpt}
          </span>
        ) : null}
        <time dateTime={line.createdAt} className="mt-0.5 block text-xs text-text-3">
          {formats.ago(line.createdAt, now)}
        </time>
      </span>
      <span className="w-2 shrink-0 pt-1.5">
        {isNew ? (
          <i role="img" aria-label={t("unread")} className="block size-2 rounded-full bg-accent" />
        ) : null}
      </span>
    </a>
  );
}

function Face({ line }: { line: NotificationDto }) {
  const { actorId, kind, details } = line;
  if (actorId !== null && details.actorName !== null) {
    return <Avatar person={{ id: actorId, name: details.actorName }} size={28} alt="" className="mt-0.5" />;
  }
  return (
    <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-text-2">
      <Icon of={kind === "decision_tied" ? Scale : CircleCheck} />
    </span>
  );
}

function useWords({ kind, details }: NotificationDto) {
  const t = useTranslations("notifications");
  const formats = useFormats();
  const actor = details.actorName ?? t("someone");
  const subject = details.subject ?? details.tripTitle;

  function paymentWords(payment: NotificationDto["details"]["payment"]) {
    if (!payment) return t.rich("settlement", { actor, b: strong });
    const { side, name } = payment;
    const values = { actor, amount: formats.clearMoney(payment), b: strong };
    if (name === null) return t.rich(side === "paid" ? "paidActor" : "gotFromActor", values);
    return t.rich(side === "paid" ? "paid" : "gotFrom", { ...values, name });
  }

  switch (kind) {
    case "mention":
      return details.subject === null
        ? t.rich("mention", { actor, b: strong })
        : t.rich("mentionIn", { actor, subject, b: strong });
    case "decision_closed":
      return t.rich("decisionClosed", { subject, b: strong });
    case "decision_tied":
      return t.rich("decisionTied", { subject, b: strong });
    case "suggestion":
      return t.rich("suggestion", { actor, b: strong });
    case "suggestion_answered":
      return t.rich("suggestionAnswered", { actor, b: strong });
    case "settlement":
      return paymentWords(details.payment);
    default:
      return assertNever(kind);
  }
}
