interface CachedRead {
  readonly state: { readonly dataUpdatedAt: number; readonly dataUpdateCount: number };
}

const LETTERS = 8;

/** The writes of this tab, so that reads that came after their answers are not repeated for the live notices of them. */
export class OwnWrites {
  readonly tab = Array.from(crypto.getRandomValues(new Uint8Array(LETTERS)), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
  readsUnderWay: () => readonly CachedRead[] = () => [];
  #underWay = 0;
  #answeredAt = 0;
  /** For reads that were under way when a write was answered: the count of their update that may be older than the write. */
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

  /** Whether a read shows all that this tab has written. */
  areShownBy(read: CachedRead): boolean {
    const { dataUpdatedAt, dataUpdateCount } = read.state;
    return this.#underWay === 0 && dataUpdatedAt >= this.#answeredAt && dataUpdateCount > (this.#unsure.get(read) ?? 0);
  }
}
