import { expect, test } from "vitest";
import { travelName } from "#lib/shared/travel-name.ts";

const from = { name: "Frankfurt", code: "FRA" };
const to = { name: "Lisbon", code: "LIS" };
const flight = { kind: "flight" as const, title: "LH 1166", provider: null, from, to };

test.each([
  ["LH 1166", "LH 1166 · FRA → LIS"],
  ["Flight LH1166 to Lisbon", "LH 1166 · FRA → LIS"],
  ["easyJet U21234", "U2 1234 · FRA → LIS"],
  ["3K 512", "3K 512 · FRA → LIS"],
  ["汉莎 LH 1166 航班", "LH 1166 · FRA → LIS"],
  ["To Lisbon", null],
  ["Terminal 2", null],
  ["Summer 2027", null],
])("of the flight %s is %s", (title, name) => expect(travelName({ ...flight, title })).toBe(name));

test("of trains has the names of stations, and of what has no way there is none", () => {
  const train = {
    ...flight,
    kind: "train" as const,
    from: { name: "Berlin Hbf" },
    to: { name: "Praha hl.n." },
  };
  expect(travelName({ ...train, title: "EC 172" })).toBe("EC 172 · Berlin Hbf → Praha hl.n.");
  expect(travelName({ ...train, title: "Train", provider: "ICE512" })).toBe(
    "ICE 512 · Berlin Hbf → Praha hl.n.",
  );
  expect(travelName({ ...flight, to: null })).toBeNull();
  expect(travelName({ ...flight, kind: "lodging", title: "LH 1166" })).toBeNull();
});
