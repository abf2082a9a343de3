import { expect, test } from "vitest";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import {
  countToAdd,
  hasPlacesToSend,
  leftOutRowsOf,
  MAX_IMPORT_FILES,
  PlacesImport,
  type PlacesRequest,
} from "#lib/client/trips/places-import.ts";
import type { ImportPreview } from "#lib/shared/imports.ts";

const AT_ONCE = { after: (_ms: number, work: () => void) => (work(), () => undefined) };

function file(name: string, text = name): File {
  return new File([text], name);
}

/** Returns one place for each requested list; every file has three lists. */
function found({ collections = "0,1,2" }: PlacesRequest): ImportPreview {
  const ids = collections.split(",");
  const added = ids.map((id) => ({
    name: id,
    lat: null,
    lng: null,
    dayId: null,
    date: null,
    collection: id,
  }));
  const lists = ["0", "1", "2"].map((id) => ({ id, name: id, count: 1 }));
  return { format: "archive", title: null, added, skipped: [], notices: [], collections: lists };
}

function refusal(status: number): ApiError {
  const body = { code: "VALIDATION_FAILED" as const, message: "No.", requestId: "r" };
  return new ApiError(status, body);
}

/** Starts an import that records its requests; those for a name that contains "bad" are refused. */
function begin(error: unknown = refusal(422)) {
  const asked: string[] = [];
  const keys: string[] = [];
  const failing = new Set(["bad"]);
  function ask(what: string, { file: { name }, into, collections = "all" }: PlacesRequest): void {
    asked.push([what, name, into, collections].join(" "));
    if ([...failing].some((part) => name.includes(part))) throw error;
  }
  const places = new PlacesImport(
    {
      async preview(request) {
        ask("look", request);
        return found(request);
      },
      async add(request, { key }) {
        keys.push(key);
        ask("add", request);
        const { length } = found(request).added;
        return {
          data: { added: length, skipped: 0, joined: 0, stopIds: [], notices: [] },
          seq: asked.length,
          status: 200,
        };
      },
    },
    AT_ONCE,
  );
  const steps = () => places.files.map(({ file: { name }, step }) => `${name} ${step.kind}`);
  const settled = () => expect.poll(() => steps().some((step) => /waiting|reading/.test(step))).toBe(false);
  return { places, asked, keys, failing, steps, settled };
}

test("a file that is refused stands with its reason, and the others are added", async () => {
  const { places, steps, settled, asked } = begin();
  places.choose([file("a.gpx"), file("bad.txt"), file("empty.csv", ""), file("b.kml")]);
  await settled();
  expect(steps()).toEqual(["a.gpx found", "bad.txt refused", "empty.csv refused", "b.kml found"]);
  expect(places.files.map(({ step }) => ("problem" in step ? step.problem : null))).toEqual([
    null,
    { error: refusal(422) },
    "empty",
    null,
  ]);
  await places.add();
  expect(steps()).toEqual(["a.gpx added", "bad.txt refused", "empty.csv refused", "b.kml added"]);
  expect(asked.filter((each) => each.startsWith("add"))).toEqual([
    "add a.gpx days all",
    "add b.kml days all",
  ]);
});

test("lists that are chosen renew the preview and go along; without any there is nothing to ask or to add", async () => {
  const { places, settled, asked } = begin();
  places.choose([file("takeout.zip")]);
  await settled();
  const id = places.files[0]?.id ?? "";
  places.setLists(id, ["0", "2"]);
  await settled();
  expect(places.files[0]?.preview?.added).toHaveLength(2);
  places.setLists(id, []);
  expect(places.files.filter(hasPlacesToSend)).toEqual([]);
  places.setLists(id, ["1"]);
  await settled();
  places.setInto("ideas");
  await settled();
  await places.add();
  expect(asked).toEqual([
    "look takeout.zip days all",
    "look takeout.zip days 0,2",
    "look takeout.zip days 1",
    "look takeout.zip ideas 1",
    "add takeout.zip ideas 1",
  ]);
});

test("a file with the content of an earlier one is named and not sent, until that one is left out", async () => {
  const { places, steps, settled } = begin();
  places.choose([file("a.gpx", "same"), file("a (1).gpx", "same"), file("b.gpx", "else")]);
  await settled();
  expect(steps()).toEqual(["a.gpx found", "a (1).gpx same", "b.gpx found"]);
  expect(places.files[1]?.step).toEqual({ kind: "same", as: "a.gpx" });
  places.leaveOut(places.files[0]?.id ?? "");
  await settled();
  expect(steps()).toEqual(["a (1).gpx found", "b.gpx found"]);
});

test("more files than go in at once are named, not dropped", async () => {
  const { places, steps, settled } = begin();
  places.choose(Array.from({ length: MAX_IMPORT_FILES + 2 }, (_, at) => file(`${at}.gpx`)));
  await settled();
  expect(places.files).toHaveLength(MAX_IMPORT_FILES + 2);
  expect(steps().slice(-2)).toEqual(["20.gpx refused", "21.gpx refused"]);
  expect(places.files.at(-1)?.step).toEqual({ kind: "refused", problem: "many" });
});

test("a file without an answer holds up none of the others, and is the same import when it is tried again", async () => {
  const { places, steps, settled, keys, failing } = begin(new ConnectionError("gone"));
  failing.clear();
  places.choose([file("slow.gpx"), file("b.gpx")]);
  await settled();
  failing.add("slow");
  await places.add();
  expect(steps()).toEqual(["slow.gpx found", "b.gpx added"]);
  failing.clear();
  await places.add();
  expect(steps()).toEqual(["slow.gpx added", "b.gpx added"]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
});

test("what was given up changes nothing any more", async () => {
  const first = Promise.withResolvers<ImportPreview>();
  const places = new PlacesImport({ preview: () => first.promise, add: () => Promise.reject(refusal(500)) });
  places.choose([file("a.gpx")]);
  await expect.poll(() => places.files[0]?.step.kind).toBe("reading");
  places.choose([]);
  first.resolve(found({ file: file("a.gpx"), into: "days" }));
  await first.promise;
  expect(places.files).toEqual([]);
});

function spot(name: string) {
  return { name, lat: name.length, lng: 1, dayId: null, date: null };
}

/** Opens files of places; each name has different coordinates. */
function lookAt(names: Record<string, string[]>): PlacesImport {
  const preview = async ({ file: { name } }: PlacesRequest): Promise<ImportPreview> => {
    const added = (names[name] ?? []).map(spot);
    return { format: "csv", title: null, added, skipped: [], notices: [], collections: [] };
  };
  return new PlacesImport({ preview, add: () => Promise.reject(refusal(500)) }, AT_ONCE);
}

test("a place of two files is counted for the first of them, and named as left out of the other", async () => {
  const places = lookAt({ one: ["a", "bb"], two: ["bb", "ccc"], three: ["ccc"] });
  places.choose([file("one"), file("two"), file("three")]);
  await expect.poll(() => places.files.every(({ step }) => step.kind === "found")).toBe(true);
  expect(places.files.map(countToAdd)).toEqual([2, 1, 0]);
  expect(places.files.map(leftOutRowsOf)).toEqual([
    [],
    [{ name: "bb", reason: "otherFile" }],
    [{ name: "ccc", reason: "otherFile" }],
  ]);
  // The places of the last file could still have new notes.
  expect(places.files.map(hasPlacesToSend)).toEqual([true, true, true]);
  places.leaveOut(places.files[0]?.id ?? "");
  expect(places.files.map(countToAdd)).toEqual([2, 0]);
});
