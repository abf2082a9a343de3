import { OwnedDatabase, type OwnedSchema, ownerIn } from "./owned-database.ts";

/*
 * Maps of trips as small pictures, so that a list of trips shows them without drawing them anew. They can be drawn again
 * at any time: whatever fails here fails quietly.
 */
const MOST = 200;

/** One for each theme. */
export type CoverTone = "light" | "dark";

export interface KeptCover {
  tripId: string;
  tone: CoverTone;
  /** What it shows; a map that would show anything else takes its place. */
  look: string;
  picture: Blob;
  /** Who made what is drawn. */
  credits: ReadonlyArray<{ text: string; href: string | null }>;
  at: number;
}

interface Schema extends OwnedSchema {
  maps: { key: [string, CoverTone]; value: KeptCover };
}

const covers = new OwnedDatabase<Schema>({
  name: "wayfare-covers",
  version: 1,
  stores: ["owner", "maps"],
  upgrade(db) {
    db.createObjectStore("owner");
    db.createObjectStore("maps", { keyPath: ["tripId", "tone"] });
  },
});

/** As the device's trips: what is here of anybody else goes, unless somebody has signed out here since `askedAt`. */
export async function claimCovers(userId: string, askedAt: number): Promise<void> {
  await covers.claim(userId, askedAt).catch(() => undefined);
}

/** Nothing is kept any more; with `userId` only if it was theirs. */
export async function wipeCovers(userId?: string): Promise<void> {
  await covers.wipe(userId).catch(() => undefined);
}

/** The trip's map as it was drawn last, for this person; null: none is here, or it shows something else by now. */
export async function readCover(
  userId: string,
  { tripId, tone, look }: Pick<KeptCover, "tripId" | "tone" | "look">,
): Promise<KeptCover | null> {
  try {
    const tx = (await covers.open()).transaction(["owner", "maps"]);
    const [owner, kept] = await Promise.all([
      tx.objectStore("owner").get("owner"),
      tx.objectStore("maps").get([tripId, tone]),
    ]);
    return owner?.userId === userId && kept?.look === look ? kept : null;
  } catch {
    return null;
  }
}

/** Nothing is kept once the device is somebody else's. */
export async function keepCover(userId: string, cover: KeptCover): Promise<void> {
  try {
    await covers.change(async (tx) => {
      if ((await ownerIn(tx)) !== userId) return;
      const maps = tx.objectStore("maps");
      await maps.put(cover);
      if ((await maps.count()) <= MOST) return;
      const [oldest] = (await maps.getAll()).toSorted((a, b) => a.at - b.at);
      if (oldest) await maps.delete([oldest.tripId, oldest.tone]);
    });
  } catch {
    // Full, or not allowed here.
  }
}

/** The trip is gone, or this person is no longer in it. */
export async function dropCover(tripId: string): Promise<void> {
  try {
    await covers.change(async (tx) => {
      for (const tone of ["light", "dark"] as const) await tx.objectStore("maps").delete([tripId, tone]);
    });
  } catch {
    // There is nothing here, then.
  }
}
