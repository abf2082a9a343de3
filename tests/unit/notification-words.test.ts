import { expect, test } from "vitest";
import { groupByTrip } from "#app/_notifications/group-by-trip.ts";
import { pushMessage } from "#lib/server/push/message.ts";
import { NOTIFICATION_KINDS } from "#lib/shared/notification-kinds.ts";
import { notificationPath } from "#lib/shared/notification-path.ts";
import type { NotificationDetails, NotificationDto } from "#lib/shared/notifications.ts";
import { ANN, STOP_ID, TRIP_ID } from "#tests/realtime/sample-trip.ts";

const details: NotificationDetails = {
  tripTitle: "Kyoto",
  actorName: "Ann",
  subject: "Dinner",
  excerpt: "Shall we?",
  target: null,
  entityId: null,
};

function line(overrides: Partial<NotificationDto> = {}): NotificationDto {
  const frame = {
    id: STOP_ID,
    tripId: TRIP_ID,
    actorId: ANN,
    readAt: null,
    createdAt: "2026-11-14T09:00:00.000Z",
  };
  return { ...frame, kind: "mention", details, ...overrides };
}

function titled(tripId: string, id: string, tripTitle: string): NotificationDto {
  return line({ tripId, id, details: { ...details, tripTitle } });
}

test.each([
  [{ kind: "stop", id: STOP_ID } as const, `/trips/${TRIP_ID}?stop=${STOP_ID}`],
  [{ kind: "reservation", id: STOP_ID } as const, `/trips/${TRIP_ID}?view=bookings&booking=${STOP_ID}`],
  [{ kind: "expense", id: STOP_ID } as const, `/trips/${TRIP_ID}?view=money&expense=${STOP_ID}`],
  [{ kind: "trip", id: TRIP_ID } as const, `/trips/${TRIP_ID}?talk=1`],
  [null, `/trips/${TRIP_ID}`],
])("a mention leads to the thread: %o", (target, path) => {
  expect(notificationPath(line({ details: { ...details, target, entityId: null } }))).toBe(path);
  // The path leads to the comment itself if the notification has its id.
  const said = target === null ? "" : `#comment-${STOP_ID}`;
  expect(notificationPath(line({ details: { ...details, target, entityId: STOP_ID } }))).toBe(
    `${path}${said}`,
  );
});

test.each([
  ["decision_closed", "?view=ideas"],
  ["decision_tied", "?view=ideas"],
  ["suggestion", "?suggestions=1"],
  ["suggestion_answered", "?view=activity"],
  ["settlement", "?view=money"],
] as const)("%s leads to %s", (kind, search) => {
  expect(notificationPath(line({ kind }))).toBe(`/trips/${TRIP_ID}${search}`);
});

test("every kind of push has words in both languages, and names nothing twice", () => {
  for (const kind of NOTIFICATION_KINDS) {
    const [en, zh] = (["en", "zh"] as const).map((locale) => pushMessage(line({ kind }), locale));
    expect([en?.lang, zh?.lang]).toEqual(["en", "zh"]);
    expect(en?.title).not.toBe(zh?.title);
    for (const message of [en, zh])
      expect(`${message?.title} ${message?.body}`.split("Dinner")).toHaveLength(2);
  }
});

test.each([
  ["paid", "Tom", "Ann recorded that you paid Tom JPY\u00a05,000", "Ann 记录了你付给Tom的 JPY\u00a05,000"],
  ["paid", null, "Ann recorded that you paid them JPY\u00a05,000", "Ann 记录了你付给对方的 JPY\u00a05,000"],
  ["got", "Tom", "Ann recorded that Tom paid you JPY\u00a05,000", "Ann 记录了Tom付给你的 JPY\u00a05,000"],
  ["got", null, "Ann recorded that they paid you JPY\u00a05,000", "Ann 记录了对方付给你的 JPY\u00a05,000"],
] as const)("a payment that was recorded says who %s it: %s", (side, name, english, chinese) => {
  const payment = { side, name, amount: 5000, currency: "JPY" };
  const told = line({ kind: "settlement", details: { ...details, subject: null, payment } });
  expect(pushMessage(told, "en").title).toBe(english);
  expect(pushMessage(told, "zh").title).toBe(chinese);
});

test("a push says which of the currencies with one sign it means", () => {
  const sums = (["en", "zh"] as const).map((locale) =>
    ["JPY", "CNY", "USD", "CAD", "EUR"].map((currency) => {
      const payment = { side: "paid", name: "Tom", amount: 5000, currency } as const;
      const told = line({ kind: "settlement", details: { ...details, payment } });
      return /[A-Z€]+\u00a0?[\d,]+$/.exec(pushMessage(told, locale).title)?.[0];
    }),
  );
  const english = ["JPY\u00a05,000", "CNY\u00a050", "USD\u00a050", "CAD\u00a050", "€50"];
  expect(sums).toEqual([english, english]);
});

test("a push says less where less is known", () => {
  const bare = { ...details, actorName: null, subject: null, excerpt: null };
  expect(pushMessage(line({ kind: "decision_tied", details: bare }), "en")).toMatchObject({
    title: "A tie: Kyoto",
    body: "Kyoto",
  });
  expect(pushMessage(line({ details: bare }), "zh")).toMatchObject({ title: "有人 提到了你", body: "Kyoto" });
});

test("the inbox is in order by trip, the one with the newest line first", () => {
  const [a, b] = [TRIP_ID, STOP_ID];
  const lines = [titled(a, "5", "Kyoto 2"), titled(b, "4", "Porto"), titled(a, "3", "Kyoto")];
  expect(groupByTrip(lines).map(({ title, lines: own }) => [title, own.map(({ id }) => id)])).toEqual([
    ["Kyoto 2", ["5", "3"]],
    ["Porto", ["4"]],
  ]);
});
