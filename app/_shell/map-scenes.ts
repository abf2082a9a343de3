type MapTone = "hill" | "hill2" | "park" | "water" | "street" | "land";

/** One path of a drawn map: filled, or stroked when it has a width. */
export interface Stroke {
  d: string;
  tone: MapTone;
  width?: number;
}

export interface Scene {
  ground: "land" | "water";
  strokes: readonly Stroke[];
  /** Where stops may stand, in an order that a route could take. */
  places: ReadonlyArray<readonly [number, number]>;
}

const city: Scene = {
  ground: "land",
  strokes: [
    { tone: "hill", d: "M86-4c-6 22 6 32 0 52s-4 30 2 40h30V-4z" },
    { tone: "park", d: "M20-6h22v28H20z" },
    { tone: "street", width: 1.5, d: "M0 12h84M0 34h84M0 55h84M0 74h84M12 0v84M32 0v84M68 0v84" },
    { tone: "street", width: 3, d: "M0 24h84M0 64h84M20 0v84M46 0v84" },
    { tone: "water", width: 7, d: "M60-4c0 30-2 40-8 60s-6 20-12 34" },
  ],
  places: [
    [22, 58],
    [46, 64],
    [78, 51],
    [84, 36],
    [70, 22],
    [32, 24],
  ],
};

const islands: Scene = {
  ground: "water",
  strokes: [
    {
      tone: "hill",
      d: "M-4 84c8-10 12-6 18-16s10-6 14-14 10-2 14-12 12-4 16-14 12-2 18-12 14-4 20-14 14-2 24-8v10c-8 2-12 12-20 14s-12 12-18 12-10 14-18 14-10 12-18 14-12 12-20 14-10 8-16 12z",
    },
    { tone: "hill", d: "M64 90c10-14 22-16 30-26s14-8 22-14v40z" },
  ],
  places: [
    [78, 20],
    [44, 48],
    [88, 70],
  ],
};

const valley: Scene = {
  ground: "land",
  strokes: [
    { tone: "hill", d: "M-4 84c20-30 40-10 60-26s40-20 60-14v44z" },
    { tone: "hill2", d: "M20 90c20-22 40-8 56-20s30-10 40-8v30z" },
    { tone: "street", width: 3, d: "M0 20c30 4 40 16 60 14s30-14 56-20" },
    { tone: "street", width: 2, d: "M40-2c4 20 10 22 12 38s-10 26-8 50" },
    { tone: "water", width: 3, d: "M70-4c-4 20-16 24-14 40s-24 20-30 50" },
  ],
  places: [
    [24, 24],
    [52, 36],
    [84, 26],
    [74, 56],
    [42, 64],
  ],
};

const rings: Scene = {
  ground: "land",
  strokes: [
    { tone: "hill", d: "M-4-4h50c-8 20 10 30 0 48s4 30-8 44H-4z" },
    { tone: "hill2", d: "M-4-4h26c-4 24 8 40-2 56s0 24-4 36H-4z" },
    { tone: "street", width: 2.5, d: "M84 16a22 22 0 1 1-.1 0" },
    { tone: "street", width: 2, d: "M84 26a12 12 0 1 1-.1 0M84 0v84M46 38h66" },
    { tone: "water", width: 3.5, d: "M62-4c-4 20 8 26 4 44s12 26 8 48" },
  ],
  places: [
    [30, 30],
    [52, 30],
    [84, 38],
    [94, 58],
  ],
};

const bay: Scene = {
  ground: "land",
  strokes: [
    { tone: "park", d: "M74 8h24v16H74z" },
    { tone: "street", width: 1.5, d: "M56-4v40M76-4v60M94-4v92M50 12h66M60 30h56M72 48h44M80 66h36" },
    { tone: "street", width: 3, d: "M40-4c4 30 20 36 30 54s12 24 14 40" },
    { tone: "water", d: "M-4-4h36c2 18-6 26 4 38s18 10 24 24 10 18 12 32H-4z" },
  ],
  places: [
    [46, 22],
    [62, 44],
    [76, 30],
    [94, 48],
    [82, 72],
  ],
};

const lake: Scene = {
  ground: "land",
  strokes: [
    { tone: "hill", d: "M-4-4h80c-10 12-30 8-44 16S8 24-4 40z" },
    { tone: "hill", d: "M120 40c-16 4-22 20-38 24S60 78 54 90h66z" },
    { tone: "water", d: "M20 62c4-18 22-14 34-26s26-20 38-12 2 18-10 24-18 16-32 20-32 8-30-6z" },
    { tone: "street", width: 2.5, d: "M-4 70c16 4 20 14 40 12s30-14 48-22 22-18 32-20" },
    { tone: "street", width: 2, d: "M14-4c2 20-8 40-2 56s4 20 4 36M70-4c10 10 30 8 46 14" },
  ],
  places: [
    [12, 50],
    [26, 74],
    [60, 72],
    [92, 52],
    [84, 14],
  ],
};

/** The landscapes that a thumbnail is drawn from, on a ground of 112 × 84. */
export const scenes: readonly Scene[] = [city, islands, valley, rings, bay, lake];
