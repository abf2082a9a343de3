import { randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";

const BYTES = 16;
/** Asked of the system for many at once: one by one they would cost more than the rest of an id. */
const pool = new Uint8Array(BYTES * 256);
let used = pool.length;

const last = { msecs: 0, seq: 0 };
const MOST_SEQ = 0xff_ff_ff_ff;

/** A UUID of version 7: they sort in the order in which this process made them. */
export function newId(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > last.msecs) Object.assign(last, { msecs: now, seq: firstSeq(random) });
  else if (last.seq < MOST_SEQ) last.seq++;
  // So many in a millisecond, or a clock that was set back: time goes on from where it was.
  else Object.assign(last, { msecs: last.msecs + 1, seq: firstSeq(random) });
  return uuidv7({ random, ...last });
}

/** In the lower half, so that there is room for those that follow. */
function firstSeq(random: Uint8Array): number {
  return new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
}

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}
