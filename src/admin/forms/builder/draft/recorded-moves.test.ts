import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OrderCall, type RecordedMove, recordMove, replayMoves } from './recorded-moves.ts';

/** A model of the server's rule (D6): a changed `order` means "move to this index", the others shift, all are numbered from 0. */
class ModelServer {
  #orders = new Map<string, number>();

  constructor(ids: readonly string[]) {
    for (const id of ids) this.add(id);
  }

  get ids(): string[] {
    return [...this.#orders].toSorted(([, a], [, b]) => a - b).map(([id]) => id);
  }

  add(id: string): void {
    this.#orders.set(id, this.#orders.size);
  }

  delete(id: string): void {
    this.#orders.delete(id);
    this.#renumber(this.ids);
  }

  edit({ fieldId, order }: OrderCall): { hasChanged: boolean } {
    const present = this.#orders.get(fieldId);
    if (present === undefined) throw new Error(`404 ${fieldId}`);
    if (order < 0 || order >= this.#orders.size) throw new Error(`Index ${order} is not in the list`);
    if (present === order) return { hasChanged: false };
    const ids = this.ids;
    ids.splice(present, 1);
    ids.splice(order, 0, fieldId);
    this.#renumber(ids);
    return { hasChanged: true };
  }

  #renumber(ids: readonly string[]): void {
    this.#orders = new Map(ids.map((id, index) => [id, index]));
  }
}

type Action = { kind: 'drag'; from: number; to: number } | { kind: 'add' } | { kind: 'delete'; at: number };

const place = fc.nat({ max: 30 });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('drag' as const), from: place, to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: place }) },
);

/** Someone using the builder. The list they see is maintained independently of the code under test. */
class Person {
  readonly server: ModelServer;
  seen: string[];
  moves: RecordedMove[] = [];
  #added = 0;

  constructor(size: number) {
    this.seen = Array.from({ length: size }, (_, index) => `first-${index}`);
    this.server = new ModelServer(this.seen);
  }

  act(step: Action): void {
    if (step.kind === 'add') this.#add();
    else if (this.seen.length > 0 && step.kind === 'delete') this.#delete(this.seen[step.at % this.seen.length]!);
    else if (this.seen.length > 0 && step.kind === 'drag') this.#drag(step);
  }

  #drag(step: { from: number; to: number }): void {
    const dragged = this.seen[step.from % this.seen.length]!;
    const to = step.to % this.seen.length;
    const move = recordMove(this.seen, dragged, to);
    if (move !== undefined) this.moves.push(move);
    this.seen.splice(this.seen.indexOf(dragged), 1);
    this.seen.splice(to, 0, dragged);
  }

  #add(): void {
    this.#added += 1;
    const id = `added-${this.#added}`;
    this.server.add(id);
    this.seen.push(id);
  }

  #delete(id: string): void {
    this.server.delete(id);
    this.seen = this.seen.filter((other) => other !== id);
  }
}

describe('any drags, adds and deletions before one save', () => {
  const session = fc.tuple(fc.nat({ max: 9 }), fc.array(action, { maxLength: 30 }));

  test('BLD-21, BLD-25: replaying the moves on the saved list gives the list shown, after each action', () => {
    fc.assert(
      fc.property(session, ([size, actions]) => {
        const person = new Person(size);
        for (const step of actions) {
          person.act(step);
          expect(replayMoves(person.server.ids, person.moves).seen).toEqual(person.seen);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('BLD-22, BLD-25: after Save Form and a reload the list is as shown before, and the second call of each pair changed nothing', () => {
    fc.assert(
      fc.property(session, ([size, actions]) => {
        const person = new Person(size);
        for (const step of actions) person.act(step);
        const { steps } = replayMoves(person.server.ids, person.moves);
        expect(steps.flatMap(({ calls }) => calls.map((call) => person.server.edit(call).hasChanged))).toEqual(
          steps.flatMap(() => [true, false]),
        );
        expect(person.server.ids).toEqual(person.seen);
      }),
      { numRuns: 500 },
    );
  });

  test('BLD-25: a save that stops half-way and is retried also ends with the list as shown', () => {
    fc.assert(
      fc.property(session, fc.nat({ max: 20 }), ([size, actions], stopAfter) => {
        const person = new Person(size);
        for (const step of actions) person.act(step);
        const { steps } = replayMoves(person.server.ids, person.moves);
        const done = steps.slice(0, stopAfter);
        for (const { calls } of done) person.server.edit(calls[0]);
        const left = person.moves.slice(person.moves.indexOf(done.at(-1)?.move as RecordedMove) + 1);
        const again = replayMoves(person.server.ids, left);
        expect(again.seen).toEqual(person.seen);
        for (const call of again.steps.flatMap(({ calls }) => calls)) person.server.edit(call);
        expect(person.server.ids).toEqual(person.seen);
      }),
      { numRuns: 500 },
    );
  });
});
