const STATES_MAX = 10_000;

/**
 * States of finished sign-ins. Their cookie is cleared, but a copy of it could make this server call the provider again and again.
 * Beyond `STATES_MAX` the oldest is dropped.
 */
export class SpentStates {
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  /** Time by state, the oldest first. */
  readonly #spentAt = new Map<string, number>();

  /** @param lifetimeMs after which a state is refused as expired anyway */
  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  /** Marks a state as spent; false when it already was. */
  spend(state: string): boolean {
    this.#forgetOld();
    if (this.#spentAt.has(state)) return false;
    this.#spentAt.set(state, this.#now());
    return true;
  }

  #forgetOld(): void {
    for (const [state, spentAt] of this.#spentAt) {
      if (this.#spentAt.size < STATES_MAX && this.#now() - spentAt < this.#lifetimeMs) return;
      this.#spentAt.delete(state);
    }
  }
}
