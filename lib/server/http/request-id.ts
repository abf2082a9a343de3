import { randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";

const BYTES = 16;
/** Asked of the system for many at once: one by one they would cost more than the rest of an id. */
const pool = new Uint8Array(BYTES * 256);
let used = pool.length;

/** Of version 7, so that they sort by time; within one millisecond they don't. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + BYTES);
  used += BYTES;
  return uuidv7({ random });
}
