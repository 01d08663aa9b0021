import '#admin/testing/window.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newField, newFormField } from '#admin/testing/form-fakes.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { KEY_RESERVED, KEY_TAKEN, KEY_TAKEN_BEFORE } from '#contract/texts/builder.ts';
import { BRUNCH_EVENT_REQUIRED, optionRepeats } from '#contract/texts/form-field.ts';
import {
  type BuilderDraft,
  type DraftAction,
  editProblems,
  emptyDraft,
  newFieldProblems,
  type OrderCall,
  type RecordedMove,
  recordMove,
  reduceDraft,
  remoteFieldValues,
  replayMoves,
  savedRowOf,
} from './builder-draft.ts';

const SAVED = ['a', 'b', 'c'].map((id, order) => newFormField({ id, order, label: `Label ${id}` }));
const B = SAVED[1] as FormField;

const draftAfter = (...actions: DraftAction[]): BuilderDraft => actions.reduce(reduceDraft, emptyDraft);

const moveTo = (fieldId: string, index: number): DraftAction => {
  const move = recordMove(['a', 'b', 'c'], fieldId, index);
  if (move === undefined) throw new Error('This changes nothing');
  return { type: 'moved', move, saved: SAVED };
};

describe('during a save', () => {
  test('a saved edit is dropped, and one made during the save stays on the new version', () => {
    const draft = draftAfter({ type: 'edited', row: savedRowOf(B), values: { label: 'Menu' } });
    const saved: DraftAction = { type: 'saved', row: savedRowOf({ ...B, label: 'Menu', version: 2 }), sent: { label: 'Menu' } };
    expect(reduceDraft(draft, saved)).toEqual(emptyDraft);
    const editedAgain = reduceDraft(draft, { type: 'edited', row: savedRowOf(B), values: { label: 'Menu for' } });
    const left = reduceDraft(editedAgain, saved);
    expect(left.edits.b).toMatchObject({ saved: { version: 2 }, edits: { local: { label: 'Menu for' } } });
  });

  test('D16: a value that someone else changed and changed back is shown as a conflict too', () => {
    const conflicted: DraftAction = { type: 'conflicted', row: savedRowOf({ ...B, version: 3 }), names: ['label'] };
    const draft = draftAfter({ type: 'edited', row: savedRowOf(B), values: { label: 'Mine' } }, conflicted);
    expect(draft.edits.b).toMatchObject({ saved: { version: 3 }, edits: { local: { label: 'Mine' } } });
    expect(remoteFieldValues(draft.edits.b)).toEqual({ label: B.label });
  });

  test('a saved move is dropped with all before it, and one made during the save stays', () => {
    const first = moveTo('a', 2);
    const second = moveTo('b', 0);
    const draft = draftAfter(first, second);
    if (first.type !== 'moved') throw new Error('A move, as it was made');
    expect(reduceDraft(draft, { type: 'move saved', move: first.move }).moves).toHaveLength(1);
  });
});

const EVENT = '0199f0a0-0000-7000-8000-00000000000e';

describe('a new field', () => {
  test('BLD-30: a key that equals the key or label of an existing field is refused at the label', () => {
    const renamed = newFormField({ label: 'What would you like' });
    for (const [label, message] of [
      ['Menu', KEY_TAKEN_BEFORE],
      [' MENU ', KEY_TAKEN_BEFORE],
      ['what would you like', KEY_TAKEN],
    ] as const) {
      expect(newFieldProblems(newField({ label }), [renamed])).toEqual([{ path: 'label', message }]);
    }
    expect(newFieldProblems(newField({ label: 'Menu 2' }), [renamed])).toEqual([]);
  });

  test.each(['Email', 'First name', 'UTM source', '__proto__', 'constructor'])(
    'BLD-30: the built-in name %s is refused at the label',
    (label) => {
      expect(newFieldProblems(newField({ label }), [])).toEqual([{ path: 'label', message: KEY_RESERVED }]);
    },
  );

  test.each([
    ['A', ' A '],
    ['Végétarien', 'Ve\u0301ge\u0301tarien'],
    ['Vegan', 'Vegan\u200b'],
    ['Vegan', 'Ve\u00adgan'],
    ['No nuts', 'No\u00a0nuts'],
    ['No nuts', 'No  nuts'],
    ['No nuts', 'No\tnuts'],
    ['שלום', '\u200fשלום'],
  ])('API-55: the options %j and %j, which look the same, are refused', (...options) => {
    const [{ path, message } = {}, ...others] = newFieldProblems(newField({ type: 'select', options: ['First', ...options] }), []);
    expect([path, others]).toEqual(['options', []]);
    expect(options.map((option) => optionRepeats(option))).toContain(message);
  });

  test('API-55: there is room for all countries', () => {
    const countries = (count: number) =>
      newField({ type: 'select', options: Array.from({ length: count }, (_, index) => `Country ${index}`) });
    expect(newFieldProblems(countries(300), [])).toEqual([]);
    expect(newFieldProblems(countries(301), [])).toMatchObject([{ path: 'options', message: 'Please use at most 300 options' }]);
  });

  test('API-55: options that can be distinguished are accepted', () => {
    const options = [
      'Vegan',
      'vegan',
      'Végan',
      '👍',
      '👍🏽',
      '👩‍🚀 Crew',
      '1',
      '01',
      'می‌خواهم',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '👨‍👩‍👧',
      '👨👩👧',
      'No - nuts',
      'No-nuts',
    ];
    expect(newFieldProblems(newField({ type: 'select', options }), [])).toEqual([]);
  });
});

describe('an edit in place', () => {
  test('BLD-33: a menu of a deleted event can be edited, and needs an event only when its brunch settings change', () => {
    const orphan = newFormField({ type: 'select', options: ['A'], brunch_event: true, brunch_event_id: null });
    expect(editProblems(orphan, { label: 'Lunch' })).toEqual([]);
    expect(editProblems(newFormField({ type: 'select', options: ['A'] }), { brunch_event: true, brunch_event_id: null })).toEqual([
      { path: 'brunch_event_id', message: BRUNCH_EVENT_REQUIRED },
    ]);
    expect(editProblems(orphan, { brunch_event_id: EVENT })).toEqual([]);
  });
});

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
