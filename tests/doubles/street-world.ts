/** A photo as it is in the provider's database; the provider does not know fields that are left out. */
export interface WorldPhoto {
  id: string;
  lng: number;
  lat: number;
  isPano: boolean;
  capturedAt: number;
  compassAngle: number;
  /** The position that the provider has computed, if it differs. */
  computed?: { lng: number; lat: number };
  creator?: string;
  quality?: number;
  width?: number;
  height?: number;
}

export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface World {
  within(area: Area): WorldPhoto[];
  find(id: string): WorldPhoto | undefined;
}

/** Returns a world with only these photos. */
export function worldOf(photos: readonly WorldPhoto[]): World {
  return {
    within: ({ west, south, east, north }) =>
      photos.filter(({ lng, lat }) => lng >= west && lng <= east && lat >= south && lat <= north),
    find: (id) => photos.find((photo) => photo.id === id),
  };
}

/* A street runs along every thousandth of a degree, north to south and west to east, with a photo every 0.0002°. */
const STREETS = 1000;
const PHOTOS = 5000;
const CREATORS = ["harbour_walks", "kamo-gawa", "rue_des_photos", "北野写真"];
/** A number that makes the numbers of streets and photos always have seven digits, also at negative coordinates. */
const OFFSET = 2_000_000;
const [LENGTHWISE, ACROSS] = ["1", "2"];

/** Returns a world that has streets everywhere. Each photo follows from its coordinates, and its id contains them. */
export function townWorld(): World {
  return {
    within: (area) => [
      ...along(area.south, area.north, STREETS).flatMap((row) =>
        along(area.west, area.east, PHOTOS).map((at) => photoAt(LENGTHWISE, row, at)),
      ),
      ...along(area.west, area.east, STREETS).flatMap((column) =>
        along(area.south, area.north, PHOTOS).map((at) => photoAt(ACROSS, column, at)),
      ),
    ],
    find(id) {
      const [, axis = "", street = "", at = ""] = /^([12])(\d{7})(\d{7})$/.exec(id) ?? [];
      return axis === "" ? undefined : photoAt(axis, Number(street) - OFFSET, Number(at) - OFFSET);
    },
  };
}

function along(from: number, to: number, perDegree: number): number[] {
  const first = Math.ceil(from * perDegree);
  return Array.from({ length: Math.floor(to * perDegree) - first + 1 }, (_, index) => first + index);
}

function photoAt(axis: string, street: number, at: number): WorldPhoto {
  const seed = seededNumbers(street * 7919 + at * 31 + Number(axis));
  // Photos are a little off the middle of the street, as real ones are.
  const [onStreet, alongIt] = [street / STREETS + (seed(1) - 0.5) * 0.00002, at / PHOTOS];
  const [lat, lng] = axis === LENGTHWISE ? [onStreet, alongIt] : [alongIt, onStreet];
  const isPano = at % 2 === 0;
  const heading = axis === LENGTHWISE ? 90 : 0;
  return {
    id: `${axis}${street + OFFSET}${at + OFFSET}`,
    lat,
    lng,
    isPano,
    capturedAt: Date.UTC(2019, 0) + Math.floor(seed(2) * 2500) * 86_400_000,
    compassAngle: (heading + (seed(3) < 0.5 ? 180 : 0) + seed(4) * 8) % 360,
    ...(seed(5) < 0.7 && { computed: { lat: lat + 0.000_004, lng: lng - 0.000_003 } }),
    creator: CREATORS[Math.floor(seed(6) * CREATORS.length)],
    ...(seed(7) < 0.8 && { quality: Math.round(seed(8) * 100) / 100 }),
    ...(isPano ? { width: 5760, height: 2880 } : { width: 4032, height: 3024 }),
  };
}

/** Returns numbers from 0 to 1 that are determined by an integer. */
export function seededNumbers(number: number): (index: number) => number {
  return (index) => {
    let hash = Math.imul(number ^ (index * 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  };
}
