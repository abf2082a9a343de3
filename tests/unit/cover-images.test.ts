import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { coverImage } from "#app/_cover/cover-image.ts";
import { drawWhileVisible } from "#app/_cover/in-sight.ts";
import { EMBEDDED_ALONE } from "#lib/shared/map-sources.ts";

const credits: [] = [];
const DRAWN = { picture: new Blob(), credits, isWhole: true };
const PART = { ...DRAWN, picture: new Blob(), isWhole: false };

let lastTrip = 0;
function newCard() {
  lastTrip += 1;
  return {
    id: `trip-${lastTrip}`,
    userId: null,
    view: { destination: { lat: 43.7, lng: 7.4 }, stops: [] },
    sources: EMBEDDED_ALONE,
    locale: "en" as const,
    tone: "light" as const,
    shape: "card" as const,
  };
}

describe("a drawn cover", () => {
  test("is drawn once, and anew once the trip shows something else", async () => {
    const draw = vi.fn(async () => DRAWN);
    const card = newCard();
    await Promise.all([coverImage(card, draw), coverImage(card, draw)]);
    await coverImage(card, draw);
    expect(draw).toHaveBeenCalledTimes(1);
    const moved = { ...card, view: { ...card.view, destination: { lat: 48.8, lng: 2.3 } } };
    for (let visit = 0; visit < 2; visit++) await coverImage(moved, draw);
    expect(draw).toHaveBeenCalledTimes(2);
    // The cache holds only the newest picture of a trip, so the earlier one is drawn again.
    await coverImage(card, draw);
    expect(draw).toHaveBeenCalledTimes(3);
  });

  test.each([
    ["parts are missing", async () => PART],
    ["nothing came of it", async () => null],
    ["its code could not be had", () => Promise.reject(new Error("offline"))],
  ])("is drawn anew for whoever looks next where %s", async (_, failing) => {
    const card = newCard();
    await coverImage(card, failing).catch(() => null);
    expect(await coverImage(card, async () => DRAWN)).toBe(DRAWN);
  });
});

describe("a page that is hidden", () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  function turn(visibilityState: "visible" | "hidden") {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  }
  beforeEach(() => {
    vi.stubGlobal("document", page);
    turn("hidden");
  });
  afterEach(() => vi.unstubAllGlobals());

  test("draws nothing until it can be seen", async () => {
    const draw = vi.fn(async () => DRAWN);
    const drawn = drawWhileVisible(draw);
    page.dispatchEvent(new Event("visibilitychange"));
    await new Promise(setImmediate);
    expect(draw).not.toHaveBeenCalled();
    turn("visible");
    expect(await drawn).toBe(DRAWN);
  });

  test("draws again what was not whole when it was hidden", async () => {
    const covers = [PART, DRAWN];
    const hidden = Promise.withResolvers<void>();
    const draw = vi.fn(async () => {
      if (covers.length === 2) turn("hidden");
      hidden.resolve();
      return covers.shift() ?? null;
    });
    turn("visible");
    const drawn = drawWhileVisible(draw);
    await hidden.promise;
    setImmediate(() => turn("visible"));
    expect(await drawn).toBe(DRAWN);
  });

  test("gives what there is where it is seen and parts are missing", async () => {
    turn("visible");
    expect(await drawWhileVisible(async () => PART)).toBe(PART);
  });
});
