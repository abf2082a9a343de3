import { OwnedDatabase, type OwnedSchema, readOwner } from "./owned-database.ts";

/*
 * Stores the maps of trips as small pictures, so that a list of trips shows them without drawing them again. They can
 * be drawn again at any time, so no function of this module reports an error.
 */
const MOST = 200;

/** There is one picture for each theme. */
export type CoverTone = "light" | "dark";

export interface StoredCover {
  tripId: string;
  tone: CoverTone;
  /** A text that describes what the picture shows. A map with another text replaces the picture. */
  look: string;
  picture: Blob;
  /** The sources of the map's data, as credits. */
  credits: ReadonlyArray<{ text: string; href: string | null }>;
  at: number;
}

interface Schema extends OwnedSchema {
  maps: { key: [string, CoverTone]; value: StoredCover };
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

/**
 * Claims the store for a user, as `claimDevice` does for trips: pictures of other users are deleted, unless somebody
 * has signed out in this browser since `askedAt`.
 */
export async function claimCovers(userId: string, askedAt: number): Promise<void> {
  await covers.claim(userId, askedAt).catch(() => undefined);
}

/** Deletes all pictures; with `userId`, only if they belong to that user. */
export async function wipeCovers(userId?: string): Promise<void> {
  await covers.wipe(userId).catch(() => undefined);
}

/**
 * Returns the trip's stored map for this user; null when there is none, or when it shows something else than `look`.
 */
export async function readCover(
  userId: string,
  { tripId, tone, look }: Pick<StoredCover, "tripId" | "tone" | "look">,
): Promise<StoredCover | null> {
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

/** Stores a picture, unless the device belongs to another user by now. */
export async function storeCover(userId: string, cover: StoredCover): Promise<void> {
  try {
    await covers.change(async (tx) => {
      if ((await readOwner(tx)) !== userId) return;
      const maps = tx.objectStore("maps");
      await maps.put(cover);
      if ((await maps.count()) <= MOST) return;
      const [oldest] = (await maps.getAll()).toSorted((a, b) => a.at - b.at);
      if (oldest) await maps.delete([oldest.tripId, oldest.tone]);
    });
  } catch {
    // The picture is not stored where the storage is full, or the browser does not allow storage.
  }
}

/** Deletes the pictures of a trip that is deleted, or that this user is no longer in. */
export async function dropCover(tripId: string): Promise<void> {
  try {
    await covers.change(async (tx) => {
      for (const tone of ["light", "dark"] as const) await tx.objectStore("maps").delete([tripId, tone]);
    });
  } catch {
    // The database could not be opened, so it holds no picture.
  }
}
