type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A cache of the pictures that were requested last, in memory. Each picture is made once, however many requests wait
 * for it.
 */
export class PictureCache {
  readonly #most: number;
  /** The cached pictures; the one that was requested last is last. */
  readonly #kept = new Map<string, Bytes>();
  readonly #making = new Map<string, Promise<Bytes>>();
  #size = 0;

  /** `most`: the limit of all pictures together, in bytes */
  constructor(most: number) {
    this.#most = most;
  }

  of(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return Promise.resolve(kept);
    }
    const making = this.#making.get(key) ?? this.#make(key, make);
    this.#making.set(key, making);
    return making;
  }

  async #make(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    try {
      const made = await make();
      this.#keep(key, made);
      return made;
    } finally {
      this.#making.delete(key);
    }
  }

  #keep(key: string, made: Bytes): void {
    this.#kept.set(key, made);
    this.#size += made.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#size <= this.#most) return;
      this.#kept.delete(oldest);
      this.#size -= byteLength;
    }
  }
}
