import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { updateInbox, readInbox } from "#lib/client/notifications/inbox.ts";
import { useMarkAllRead } from "#lib/client/notifications/notifications.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";

/** The ids of the notifications, oldest first. */
const [OLD = "", SEEN = "", NEW = ""] = ["1", "2", "3"].map(
  (end) => `0199b6a0-7c00-7000-8000-00000000000${end}`,
);
const KEY = ["notifications"];

interface Line {
  id: string;
  readAt: string | null;
}

let cache: QueryClient;
let service: FakeService;
// The page has one inbox, which ignores a state that is older than its own.
let seq = 0;

beforeEach(() => {
  cache = new QueryClient();
  service = new FakeService();
  vi.stubGlobal("fetch", service.fetch);
});

afterEach(() => {
  vi.unstubAllGlobals();
  cache.clear();
});

function shows(ids: readonly string[], cursor: string | null = null): void {
  const items = ids.map((id) => ({ id, readAt: null }));
  cache.setQueryData(KEY, { pages: [{ items, cursor }], pageParams: [null] });
}

function says(unread: number): void {
  seq += 1;
  updateInbox({ seq, unread });
}

type ReadAll = ReturnType<typeof useMarkAllRead>;

function Hook({ onRender }: { onRender: (readAll: ReadAll) => void }) {
  onRender(useMarkAllRead());
  return null;
}

async function press(): Promise<void> {
  const given: ReadAll[] = [];
  const hook = createElement(Hook, { onRender: (readAll) => void given.push(readAll) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: cache }, hook));
  void given[0]?.();
  await flushPromises();
}

function unreadLines(): string[] {
  const list = cache.getQueryData<{ pages: { items: Line[] }[] }>(KEY);
  const lines = list?.pages.flatMap(({ items }) => items) ?? [];
  return lines.filter(({ readAt }) => readAt === null).map(({ id }) => id);
}

test("all that is shown is read, and what came in since stays unread", async () => {
  says(3);
  shows([SEEN, OLD]);
  await press();
  expect(service.sent.map(({ body }) => body)).toEqual([{ upTo: SEEN }]);
  expect([unreadLines(), readInbox().unread]).toEqual([[], 1]);
  seq += 1;
  await service.request(0).answer(200, { seq, unread: 1 });
  expect(readInbox()).toEqual({ seq, unread: 1 });
});

test("a line that comes into the list while it is being marked is not marked", async () => {
  says(3);
  shows([SEEN, OLD]);
  const pressed = press();
  shows([NEW, SEEN, OLD]);
  await pressed;
  expect(service.sent.map(({ body }) => body)).toEqual([{ upTo: SEEN }]);
  expect([unreadLines(), readInbox().unread]).toEqual([[NEW], 1]);
});

test("where older ones are not in the list yet nothing is left, until the service says what is", async () => {
  says(40);
  shows([SEEN, OLD], OLD);
  await press();
  expect(readInbox().unread).toBe(0);
  seq += 1;
  await service.request(0).answer(200, { seq, unread: 1 });
  expect(readInbox().unread).toBe(1);
});

test("a refusal brings back lines and number", async () => {
  says(3);
  shows([SEEN, OLD]);
  await press();
  await service.request(0).answer(403, refusal("FORBIDDEN"));
  expect([unreadLines(), readInbox().unread]).toEqual([[SEEN, OLD], 3]);
});

test.each([
  ["its lines are here", true, NEW, 0],
  ["it can't be read", false, SEEN, 1],
])("pressed while the list is read anew, it acts once %s", async (_when, isRead, upTo, left) => {
  says(3);
  shows([SEEN, OLD]);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const reading = cache.fetchQuery({ queryKey: KEY, queryFn: () => promise, retry: false });
  reading.catch(() => undefined);
  await press();
  expect([service.sent.length, readInbox().unread]).toEqual([0, 3]);
  const items = [NEW, SEEN, OLD].map((id) => ({ id, readAt: null }));
  if (isRead) resolve({ pages: [{ items, cursor: null }], pageParams: [null] });
  else reject(new Error("lost"));
  await flushPromises();
  expect(service.sent.map(({ body }) => body)).toEqual([{ upTo }]);
  expect([unreadLines(), readInbox().unread]).toEqual([[], left]);
});

test("without a list it is all that there is, and an empty list has shown nothing", async () => {
  says(2);
  await press();
  expect(service.sent.map(({ body }) => body)).toEqual([{}]);
  expect(readInbox().unread).toBe(0);
  seq += 1;
  await service.request(0).answer(200, { seq, unread: 0 });
  says(1);
  shows([]);
  await press();
  expect([service.sent.length, readInbox().unread]).toEqual([1, 1]);
});
