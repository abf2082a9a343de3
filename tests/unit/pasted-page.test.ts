import { describe, expect, test } from "vitest";
import { isPastedList } from "#app/_places/is-pasted-list.ts";
import { sharedText, sharePath } from "#app/share/_panel/shared-text.ts";
import { tripsToAddTo } from "#app/share/_panel/trips-to-add-to.ts";
import { nextPath } from "#app/_shell/next-path.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const LINK = "https://maps.app.goo.gl/abc";

test.each<[isList: boolean, text: string]>([
  [false, "Louvre"],
  [false, "Louvre\n"],
  [false, LINK],
  [false, `Louvre\n${LINK}`],
  [false, `https://www.google.com/maps/place/Louvre/data=${"!1s0".repeat(100)}`],
  [true, "Louvre\nOrsay"],
  [true, "Louvre\r\rOrsay"],
  [true, `${LINK} ${LINK}`],
  [true, `${LINK}\n${LINK}`],
  [true, `Louvre\n${LINK}\nOrsay`],
  [true, "Then we went to see what there was. ".repeat(5)],
])("whether it is a list to tick: %s of %j", (isList, text) => {
  expect(isPastedList(text)).toBe(isList);
});

describe("what is shared", () => {
  test.each<[search: Record<string, string>, text: string]>([
    [{}, ""],
    [{ title: "Louvre", text: `Louvre\n${LINK}` }, `Louvre\n${LINK}`],
    [{ title: "Louvre", url: LINK }, `Louvre\n${LINK}`],
    [{ text: LINK, url: LINK }, LINK],
    [{ title: "A", text: "B", url: LINK }, `A\nB\n${LINK}`],
  ])("%j", (search, text) => {
    expect(sharedText(search)).toBe(text);
  });

  test("comes back from a sign-in whole", () => {
    const shared = { title: "Café & Bar", text: "浅草寺\n50% #1?", url: `${LINK}?a=b&c=d` };
    const next = nextPath(sharePath({ ...shared, next: "https://other.test/" }));
    expect(Object.fromEntries(new URL(next, "https://here.test").searchParams)).toEqual(shared);
    expect(sharePath({})).toBe("/share");
  });
});

function trip(title: string, startDate: string | null, endDate = startDate, more: object = {}) {
  const standing = { role: "owner", isDemo: false, archivedAt: null, deletedAt: null };
  return { title, startDate, endDate, ...standing, ...more } as TripSummary;
}

test("the trip that is on comes first, then the next one, and the newest past one last but for older ones", () => {
  const trips = [
    trip("old", "2025-01-01"),
    trip("later", "2027-05-01"),
    trip("undated", null),
    trip("on", "2026-11-20", "2026-11-30"),
    trip("newer", "2026-03-01"),
    trip("next", "2026-12-01"),
    trip("read only", "2026-12-02", "2026-12-02", { role: "viewer" }),
    trip("demo", "2026-12-02", "2026-12-02", { isDemo: true }),
    trip("archived", "2026-12-02", "2026-12-02", { archivedAt: "2026-01-01T00:00:00.000Z" }),
  ];
  expect(tripsToAddTo(trips, "2026-11-28").map(({ title }) => title)).toEqual([
    "on",
    "next",
    "later",
    "undated",
    "newer",
    "old",
  ]);
});
