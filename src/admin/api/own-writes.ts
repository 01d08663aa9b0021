interface CachedRead {
  readonly state: { readonly dataUpdatedAt: number; readonly dataUpdateCount: number };
}

const LETTERS = 8;

/** This tab's writes, so that reads made after their answers are not repeated because of the live notices about them. */
export class OwnWrites {
  readonly tab = Array.from(crypto.getRandomValues(new Uint8Array(LETTERS)), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
  readsUnderWay: () => readonly CachedRead[] = () => [];
  #underWay = 0;
  #answeredAt = 0;
  /** For reads under way when a write was answered: the count of the update that may be older than the write. */
  readonly #unsure = new WeakMap<CachedRead, number>();

  async during<Answer>(write: () => Promise<Answer>): Promise<Answer> {
    this.#underWay += 1;
    try {
      return await write();
    } finally {
      this.#underWay -= 1;
      this.#answeredAt = Date.now();
      for (const read of this.readsUnderWay()) this.#unsure.set(read, read.state.dataUpdateCount + 1);
    }
  }

  areShownBy(read: CachedRead): boolean {
    const { dataUpdatedAt, dataUpdateCount } = read.state;
    return this.#underWay === 0 && dataUpdatedAt >= this.#answeredAt && dataUpdateCount > (this.#unsure.get(read) ?? 0);
  }
}
