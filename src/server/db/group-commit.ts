interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface GroupCommitOptions<Item, Outcome> {
  /** Writes all items at once, durably, and gives what became of each, in their order. All of them happen or none does. */
  readonly write: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  /** Whether one item may be to blame for the failure of all: then each half is tried again by itself. */
  readonly isOneItemsFault?: (error: unknown) => boolean;
  /** Items in one write at most. */
  readonly max?: number;
}

const MAX_ITEMS = 500;

/**
 * Adaptive group commit: an item is written at once when nothing is under way, else together with all that came while the
 * write before was running. So a lone visitor never waits for others, and a crowd shares the cost of each commit.
 */
export class GroupCommit<Item, Outcome> {
  readonly #options: GroupCommitOptions<Item, Outcome>;
  #waiting: Waiting<Item, Outcome>[] = [];
  #isWriting = false;

  constructor(options: GroupCommitOptions<Item, Outcome>) {
    this.#options = options;
  }

  /** Resolves, or rejects, after the write that held this item has ended. */
  add(item: Item): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await this.#write(this.#waiting.splice(0, this.#options.max ?? MAX_ITEMS));
    }
    this.#isWriting = false;
  }

  async #write(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.write(group.map(({ item }) => item));
      if (outcomes.length !== group.length) throw new Error(`${group.length} items were written and ${outcomes.length} answered`);
      for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome);
    } catch (error) {
      await this.#recover(group, error);
    }
  }

  async #recover(group: readonly Waiting<Item, Outcome>[], error: unknown): Promise<void> {
    if (group.length === 1 || this.#options.isOneItemsFault?.(error) !== true) {
      for (const { reject } of group) reject(error);
      return;
    }
    const middle = Math.ceil(group.length / 2);
    await this.#write(group.slice(0, middle));
    await this.#write(group.slice(middle));
  }
}
