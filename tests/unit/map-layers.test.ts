import type { CustomLayerInterface } from "maplibre-gl";
import { describe, expect, test } from "vitest";
import { baseLayers, paints } from "#app/trips/[tripId]/_map/map-style.ts";

const GRID: CustomLayerInterface = { id: "grid", type: "custom", render: () => {} };
const LAYERS = baseLayers(["Medium", "sans-serif"], GRID);
const ORDER = LAYERS.map(({ id }) => id);

describe("the embedded map's layers", () => {
  test("have the grid above the land and below every name", () => {
    const grid = ORDER.indexOf("grid");
    const names = LAYERS.flatMap((layer, index) => (layer.type === "symbol" ? [index] : []));
    const ground = LAYERS.flatMap((layer, index) => (["fill", "line"].includes(layer.type) ? [index] : []));
    expect(names.length).toBeGreaterThan(0);
    expect(ground.length).toBeGreaterThan(0);
    expect(grid).toBeLessThan(Math.min(...names));
    expect(grid).toBeGreaterThan(Math.max(...ground));
  });

  test("have the markers' room on top, where no name comes before it", () => {
    expect(ORDER.at(-1)).toBe("markers");
    expect(LAYERS.at(-1)).toMatchObject({
      type: "symbol",
      layout: { "icon-allow-overlap": true, "icon-padding": ["get", "radius"] },
    });
    for (const layer of LAYERS) {
      if (layer.type !== "symbol" || layer.id === "markers") continue;
      expect(layer.layout).not.toHaveProperty("text-allow-overlap");
      expect(layer.layout).not.toHaveProperty("text-ignore-placement");
    }
  });

  test("are painted in both themes' colours by names that exist", () => {
    const palette = {
      "map-land": "#fff",
      "map-water": "#fff",
      "map-street": "#fff",
      "map-rail": "#fff",
      "map-text": "#000",
    };
    for (const [layer] of paints(palette)) expect(ORDER).toContain(layer);
  });
});
