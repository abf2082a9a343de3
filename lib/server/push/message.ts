import type { DuePush } from "#db/queries/push.ts";
import { formatClearMoney } from "#lib/shared/money.ts";
import { notificationPath } from "#lib/shared/notification-path.ts";
import type { NotificationDetails, NotificationKind } from "#lib/shared/notifications.ts";

/** A push message as public/sw.js shows it; the browser shows two messages with the same tag as one. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
  lang: string;
}

type Locale = "en" | "zh";
type Payment = NotificationDetails["payment"];
type Words = Record<NotificationKind, (actor: string, subject: string, payment: Payment) => string>;

const TITLES: Record<Locale, Words> = {
  en: {
    mention: (actor) => `${actor} mentioned you`,
    decision_closed: (_, subject) => `Decided: ${subject}`,
    decision_tied: (_, subject) => `A tie: ${subject}`,
    suggestion: (actor) => `${actor} suggests a change`,
    suggestion_answered: (actor) => `${actor} answered your suggestion`,
    settlement: (actor, _, payment) => {
      if (!payment) return `${actor} recorded a payment`;
      const [sum, name] = [formatClearMoney(payment, "en"), payment.name];
      if (payment.side === "paid") return `${actor} recorded that you paid ${name ?? "them"} ${sum}`;
      return `${actor} recorded that ${name ?? "they"} paid you ${sum}`;
    },
  },
  zh: {
    mention: (actor) => `${actor} 提到了你`,
    decision_closed: (_, subject) => `已决定：${subject}`,
    decision_tied: (_, subject) => `票数相同：${subject}`,
    suggestion: (actor) => `${actor} 提出了修改建议`,
    suggestion_answered: (actor) => `${actor} 回复了你的建议`,
    settlement: (actor, _, payment) => {
      if (!payment) return `${actor} 记录了一笔付款`;
      const [sum, name] = [formatClearMoney(payment, "zh"), payment.name ?? "对方"];
      return `${actor} 记录了${payment.side === "paid" ? `你付给${name}` : `${name}付给你`}的 ${sum}`;
    },
  },
};
const SOMEONE: Record<Locale, string> = { en: "Someone", zh: "有人" };
const NAMED_BY_SUBJECT = new Set<NotificationKind>(["decision_closed", "decision_tied"]);

/** Builds a push message in the recipient's language, with nothing that the inbox does not show. */
export function pushMessage(
  push: Pick<DuePush, "id" | "tripId" | "kind" | "details">,
  locale: Locale,
): PushMessage {
  const { id, tripId, kind, details } = push;
  const { actorName, subject, tripTitle, payment } = details;
  return {
    title: TITLES[locale][kind](actorName ?? SOMEONE[locale], subject ?? tripTitle, payment),
    body: bodyOf(kind, details),
    path: notificationPath({ tripId, kind, details }),
    tag: id,
    lang: locale,
  };
}

function bodyOf(kind: NotificationKind, { tripTitle, subject, excerpt }: NotificationDetails): string {
  const about = NAMED_BY_SUBJECT.has(kind) || subject === tripTitle ? null : subject;
  const place = about === null ? tripTitle : `${tripTitle} · ${about}`;
  return excerpt === null ? place : `${place}\n${excerpt}`;
}
