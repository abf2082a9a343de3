import { randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";

const BYTES = 16;
/** Random bytes for 256 ids. A call to the system for each id would cost more than the rest of the id. */
const pool = new Uint8Array(BYTES * 256);
let used = pool.length;

const last = { msecs: 0, seq: 0 };
const MOST_SEQ = 0xff_ff_ff_ff;

/** Returns a UUID of version 7. Ids sort in the order in which this process made them. */
export function newId(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > last.msecs) Object.assign(last, { msecs: now, seq: firstSeq(random) });
  else if (last.seq < MOST_SEQ) last.seq++;
  // The counter of this millisecond is used up, or the clock was set back: the id's time goes on from the last id.
  else Object.assign(last, { msecs: last.msecs + 1, seq: firstSeq(random) });
  return uuidv7({ random, ...last });
}

/** Returns a random start in the lower half of the counter's range, so that enough numbers follow it. */
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
