// @alone: looks at the inbox that modules keep for the page as a whole
import { expect, test } from "vitest";
import {
  updateInbox,
  onInboxChange,
  readInbox,
  showNotificationsRead,
} from "#lib/client/notifications/inbox.ts";

// The page has one inbox, so each test begins where the previous one ended.

test("what was read is taken off at once, and put back one by one where it failed", () => {
  updateInbox({ seq: 7, unread: 5 });
  const [first, second] = [showNotificationsRead(1), showNotificationsRead(1)];
  expect(readInbox()).toEqual({ seq: 7, unread: 3 });
  first();
  expect(readInbox().unread).toBe(4);
  second();
  second();
  expect(readInbox().unread).toBe(5);
});

test("never shows less than nothing, and all of it comes back", () => {
  const all = showNotificationsRead(Infinity);
  const one = showNotificationsRead(1);
  expect(readInbox().unread).toBe(0);
  one();
  expect(readInbox().unread).toBe(0);
  all();
  expect(readInbox().unread).toBe(5);
});

test("what the service says stands, whatever failed before it", () => {
  const failed = showNotificationsRead(2);
  updateInbox({ seq: 8, unread: 6 });
  expect(readInbox()).toEqual({ seq: 8, unread: 6 });
  failed();
  expect(readInbox()).toEqual({ seq: 8, unread: 6 });
});

test("its answer to what was read is no news where it says what is shown, and stands", () => {
  let news = 0;
  const stop = onInboxChange(() => (news += 1));
  const mark = showNotificationsRead(1);
  updateInbox({ seq: 8, unread: 5 });
  expect([news, readInbox().unread]).toEqual([0, 5]);
  updateInbox({ seq: 3, unread: 0 });
  mark();
  expect(readInbox().unread).toBe(5);
  updateInbox({ seq: 9, unread: 1 });
  expect([news, readInbox()]).toEqual([1, { seq: 9, unread: 1 }]);
  stop();
});
