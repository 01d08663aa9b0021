import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedTo } from '#contract/rules/moved-to.ts';
import { isNoop, type OrderCall, type RecordedMove, recordMove, replayMoves } from './recorded-moves.ts';

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

const LIST = ['a', 'b', 'c', 'd', 'e'];

const recorded = (seen: readonly string[], fieldId: string, index: number): RecordedMove => {
  const move = recordMove(seen, fieldId, index);
  if (move === undefined) throw new Error('This changes nothing');
  return move;
};

/** Records drags one after the other, each on the list that results from those before. */
const drag = (saved: readonly string[], ...drags: [fieldId: string, index: number][]): RecordedMove[] =>
  drags.reduce<RecordedMove[]>((moves, [fieldId, index]) => moves.concat(recorded(replayMoves(saved, moves).seen, fieldId, index)), []);

describe('one drag', () => {
  test('BLD-23: down the list, the dragged field is sent first, then the one it landed on, each with its new index', () => {
    const { seen, steps } = replayMoves(LIST, drag(LIST, ['a', 2]));
    expect(seen).toEqual(['b', 'c', 'a', 'd', 'e']);
    expect(steps.map(({ calls }) => calls)).toEqual([
      [
        { fieldId: 'a', order: 2 },
        { fieldId: 'c', order: 1 },
      ],
    ]);
  });

  test('BLD-23: up the list, the field it landed on has moved down by one', () => {
    const { seen, steps } = replayMoves(LIST, drag(LIST, ['d', 0]));
    expect(seen).toEqual(['d', 'a', 'b', 'c', 'e']);
    expect(steps.map(({ calls }) => calls)).toEqual([
      [
        { fieldId: 'd', order: 0 },
        { fieldId: 'a', order: 1 },
      ],
    ]);
  });

  test('a drag that ends where it began is not recorded', () => {
    expect(recordMove(LIST, 'c', 2)).toBeUndefined();
    expect(recordMove(LIST, 'gone', 2)).toBeUndefined();
    expect(recordMove(LIST, 'e', 99)).toBeUndefined();
    expect(recordMove(LIST, 'a', -1)).toBeUndefined();
  });
});

describe('several drags before one save', () => {
  test('BLD-24: are sent in the order they were made', () => {
    const { steps } = replayMoves(LIST, drag(LIST, ['a', 4], ['e', 0], ['c', 1]));
    expect(steps.map(({ calls }) => calls[0])).toEqual([
      { fieldId: 'a', order: 4 },
      { fieldId: 'e', order: 0 },
      { fieldId: 'c', order: 1 },
    ]);
  });

  test('cancel out when a field is moved back', () => {
    expect(isNoop(LIST, drag(LIST, ['a', 1], ['a', 0]))).toBe(true);
    expect(isNoop(LIST, drag(LIST, ['a', 1]))).toBe(false);
  });

  test('a drag of a field that was deleted since is not sent', () => {
    const moves = drag(LIST, ['a', 3], ['e', 0]);
    const { seen, steps } = replayMoves(['b', 'c', 'd', 'e'], moves);
    expect(seen).toEqual(['e', 'b', 'c', 'd']);
    expect(steps).toHaveLength(1);
  });

  test('nothing is sent when the only field that was passed is deleted', () => {
    const { seen, steps } = replayMoves(['a', 'c', 'd', 'e'], drag(LIST, ['a', 1]));
    expect(seen).toEqual(['a', 'c', 'd', 'e']);
    expect(steps).toEqual([]);
  });
});

type Action = { kind: 'drag'; from: number; to: number } | { kind: 'add' } | { kind: 'delete'; at: number };

const place = fc.nat({ max: 30 });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('drag' as const), from: place, to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: place }) },
);

/** Somebody using the builder. The list they see is maintained independently of the code under test. */
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

test('movedTo does not change its argument', () => {
  const list = ['a', 'b'];
  expect(movedTo(list, 'b', 0)).toEqual(['b', 'a']);
  expect(list).toEqual(['a', 'b']);
});
