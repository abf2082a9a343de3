import { describe, expect, test } from "vitest";
import {
  type BookingForm,
  emptyForm,
  readForm,
  readPlace,
  type NewBookingContext,
  withKind,
  withStart,
} from "#app/trips/[tripId]/_bookings/new-booking.ts";
import { sanitizeFileName, fileType, formatBytes } from "#app/trips/[tripId]/_base/files/file-facts.ts";
import { NewReservation } from "#lib/shared/reservations.ts";

const [TOKYO, HONOLULU, HELSINKI] = ["Asia/Tokyo", "Pacific/Honolulu", "Europe/Helsinki"];

const scene: NewBookingContext = {
  date: "2026-11-15",
  firstDate: "2026-11-14",
  lastDate: "2026-11-21",
  zoneOn: (date) => (date >= "2026-11-19" ? HONOLULU : TOKYO),
  home: HELSINKI,
};
const words = {
  way: (from: string, to: string) => `${from} to ${to}`,
  from: (from: string) => `From ${from}`,
  to: (to: string) => `To ${to}`,
};

function filled(kind: BookingForm["kind"], fields: Partial<BookingForm>): BookingForm {
  return { ...emptyForm(kind, scene), ...fields };
}

function read(form: BookingForm) {
  return readForm(form, words);
}

describe("a new booking begins", () => {
  test("on the day in view, by the clocks of that day", () => {
    const { start, end } = emptyForm("train", { ...scene, date: "2026-11-20" });
    expect(start).toEqual({ date: "2026-11-20", time: "", zone: HONOLULU });
    expect(end).toEqual({ date: "2026-11-20", time: "", zone: HONOLULU });
  });

  test("a stay ends the next morning, a table needs no end", () => {
    expect(emptyForm("lodging", scene).end.date).toBe("2026-11-16");
    expect(emptyForm("restaurant", scene).end.date).toBe("");
  });

  test("flights there leave from home, flights back go there", () => {
    const there = emptyForm("flight", { ...scene, date: "2026-11-14" });
    expect([there.start.zone, there.end.zone]).toEqual([HELSINKI, TOKYO]);
    const back = emptyForm("flight", { ...scene, date: "2026-11-21" });
    expect([back.start.zone, back.end.zone]).toEqual([HONOLULU, HELSINKI]);
  });

  test("without dates nothing is guessed", () => {
    const { start, end } = emptyForm("flight", { ...scene, date: "", firstDate: null, lastDate: null });
    expect([start, end]).toEqual([
      { date: "", time: "", zone: TOKYO },
      { date: "", time: "", zone: TOKYO },
    ]);
  });
});

test("another kind keeps what was typed", () => {
  const form = withKind(filled("activity", { name: "Camellia", confirmation: "X1" }), "lodging", scene);
  expect(form).toMatchObject({ kind: "lodging", name: "Camellia", confirmation: "X1" });
  expect(form.end.date).toBe("2026-11-16");
});

test("a later start takes the end along, an earlier one leaves it", () => {
  const stay = filled("lodging", {});
  expect(withStart(stay, { ...stay.start, date: "2026-11-18" }).end.date).toBe("2026-11-19");
  expect(withStart(stay, { ...stay.start, date: "2026-11-14" }).end.date).toBe("2026-11-16");
});

describe("what the form says", () => {
  test("a flight is called by its way and number, and the service takes it", () => {
    const form = filled("flight", {
      name: " AY 67 ",
      from: "Helsinki (hel)",
      to: "KIX",
      start: { date: "2026-11-13", time: "17:35", zone: HELSINKI },
      end: { date: "2026-11-14", time: "13:55", zone: TOKYO },
      confirmation: "X7K2QF",
    });
    const answer = read(form);
    expect(answer).toEqual({
      booking: {
        kind: "flight",
        title: "Helsinki to KIX, AY 67",
        start: { local: "2026-11-13T17:35", zone: HELSINKI },
        end: { local: "2026-11-14T13:55", zone: TOKYO },
        from: { name: "Helsinki", code: "HEL" },
        to: { name: "KIX", code: "KIX" },
        confirmation: "X7K2QF",
      },
    });
    expect("booking" in answer && NewReservation.safeParse(answer.booking).success).toBe(true);
  });

  test("one of number, start and destination is enough for a title", () => {
    for (const [fields, title] of [
      [{ name: "AY 67" }, "AY 67"],
      [{ from: "Kyoto" }, "From Kyoto"],
      [{ to: "Nara", name: "Local" }, "To Nara, Local"],
    ] as const)
      expect(read(filled("train", fields))).toMatchObject({ booking: { title } });
    expect(read(filled("train", {}))).toEqual({ problem: "way" });
    expect(read(filled("lodging", { name: "  " }))).toEqual({ problem: "name" });
  });

  test("over the date line an earlier date is no mistake, an earlier moment is", () => {
    const start = { date: "2026-11-19", time: "00:30", zone: TOKYO };
    const end = { date: "2026-11-18", time: "12:40", zone: HONOLULU };
    expect(read(filled("flight", { name: "JL 72", start, end }))).toMatchObject({
      booking: { end: { local: "2026-11-18T12:40" } },
    });
    const early = { ...end, time: "04:00" };
    expect(read(filled("flight", { name: "JL 72", start, end: early }))).toEqual({ problem: "order" });
  });

  test("an end needs a start", () => {
    const start = { date: "", time: "", zone: TOKYO };
    expect(read(filled("lodging", { name: "Kanra", start }))).toEqual({ problem: "start" });
  });

  test("what does not travel has no destination", () => {
    const answer = read(filled("restaurant", { name: "Omen", from: "Higashiyama", to: "left over" }));
    expect(answer).toMatchObject({ booking: { from: { name: "Higashiyama" }, to: null, end: null } });
  });
});

test.each([
  ["", null],
  ["Kyoto", { name: "Kyoto" }],
  ["Tokyo Haneda (HND)", { name: "Tokyo Haneda", code: "HND" }],
  ["东京羽田（HND）", { name: "东京羽田", code: "HND" }],
  ["Gare de Lyon (Hall 1, north)", { name: "Gare de Lyon (Hall 1, north)" }],
] as const)("%s is a place", (text, place) => {
  expect(readPlace(text)).toEqual(place);
});

describe("files", () => {
  test("are known by their type, or by their ending where the browser knows none", () => {
    expect(fileType({ name: "a", type: "image/webp" })).toBe("image/webp");
    expect(fileType({ name: "Ticket.PDF", type: "" })).toBe("application/pdf");
    expect(fileType({ name: "photo.jpeg", type: "application/octet-stream" })).toBe("image/jpeg");
    expect(fileType({ name: "a.pdf", type: "text/html" })).toBeNull();
    expect(fileType({ name: "notes", type: "" })).toBeNull();
  });

  test("lose folders and hidden signs, and keep their ending when they are long", () => {
    expect(sanitizeFileName("C:\\tickets\\AY67\u0000.pdf")).toBe("AY67.pdf");
    expect(sanitizeFileName("..")).toBe("file");
    const long = sanitizeFileName(`${"x".repeat(300)}.pdf`);
    expect([long.length, long.slice(-5)]).toEqual([200, "….pdf"]);
  });

  test("say how large they are", () => {
    expect(formatBytes(10, "en-GB")).toBe("1 kB");
    expect(formatBytes(840 * 1024, "en-GB")).toBe("840 kB");
    expect(formatBytes(2.44 * 1024 * 1024, "en-GB")).toBe("2.4 MB");
  });
});
