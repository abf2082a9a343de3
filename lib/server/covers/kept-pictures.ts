type Bytes = Uint8Array<ArrayBuffer>;

/** The pictures that were asked for last, in memory. Each is made once, however many ask for it meanwhile. */
export class KeptPictures {
  readonly #most: number;
  /** The one that was asked for last stands last. */
  readonly #kept = new Map<string, Bytes>();
  readonly #making = new Map<string, Promise<Bytes>>();
  #size = 0;

  /** `most`: bytes of all of them together */
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
