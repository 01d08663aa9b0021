import { QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import { createCall } from '#admin/api/create-call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { newField } from '#admin/testing/form-fakes.ts';
import { seriesSchema } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addFields, addSeries } from '#server/testing/staff-calls.ts';
import { fieldMutations, type FieldMutations } from '../field-mutations.ts';
import { type BuilderDraft, draftedForm, emptyDraft, reduceDraft } from './builder-draft.ts';
import { type FieldValues, remoteFieldValues, savedRowOf } from './field-edits.ts';
import { recordMove } from './recorded-moves.ts';
import { saveDraft } from './use-save-form.ts';

const server = await createTestServer();
const { call } = createCall({
  base: `${server.url}/api`,
  session: { getToken: async () => 'staff', renew: async () => undefined },
  log: () => undefined,
});

/** An action on one of the fields; the numbers are indices modulo the size of the list. */
interface Action {
  readonly kind: 'drag' | 'add' | 'remove' | 'edit';
  readonly from: number;
  readonly to: number;
}

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('drag', 'drag', 'drag', 'drag', 'add', 'remove', 'edit'),
  from: fc.nat(20),
  to: fc.nat(20),
});

const cleanUps: (() => void)[] = [];
afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp();
});

/** Someone using the builder of a new series, with real calls to a real server and the draft of the screen. */
class Person {
  readonly #queryClient: QueryClient;
  readonly seriesId: string;
  readonly calls: FieldMutations;
  draft: BuilderDraft = emptyDraft;
  /** The calls of the last save. */
  sent: { fieldId: string; edit: unknown }[] = [];

  constructor(seriesId: string) {
    this.seriesId = seriesId;
    this.#queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    this.calls = fieldMutations({ kind: 'series', id: seriesId }, { call, queryClient: this.#queryClient });
  }

  static async at(seriesId: string): Promise<Person> {
    const person = new Person(seriesId);
    const queryKey = queryKeys.seriesRead(seriesId, 'all');
    const queryFn = async () => seriesSchema.parse(await call(formCalls.getEventSeries, { params: { id: seriesId } }));
    await person.#queryClient.query({ queryKey, queryFn });
    cleanUps.push(new QueryObserver(person.#queryClient, { queryKey, queryFn }).subscribe(() => undefined));
    return person;
  }

  get saved(): FormField[] {
    return seriesSchema.parse(this.#queryClient.getQueryData(queryKeys.seriesRead(this.seriesId, 'all'))).formFields;
  }

  get seen(): string[] {
    return draftedForm(this.saved, this.draft).fields.map(({ label }) => label);
  }

  drag(label: string, index: number): void {
    const fields = draftedForm(this.saved, this.draft).fields;
    const field = fields.find((each) => each.label === label)!;
    const move = recordMove(
      fields.map(({ id }) => id),
      field.id,
      index,
    );
    if (move !== undefined) this.draft = reduceDraft(this.draft, { type: 'moved', move, saved: this.saved });
  }

  edit(label: string, values: Partial<FieldValues>): void {
    const field = this.saved.find((each) => each.label === label)!;
    this.draft = reduceDraft(this.draft, { type: 'edited', row: savedRowOf(field), values });
  }

  async act({ kind, from, to }: Action, newLabel: string): Promise<void> {
    const label = this.saved[from % Math.max(1, this.saved.length)]?.label;
    if (kind === 'add') await this.calls.add(newField({ label: newLabel }), crypto.randomUUID());
    else if (label === undefined) return;
    else if (kind === 'remove') await this.remove(label);
    else if (kind === 'edit') this.edit(label, { required: to % 2 === 0, show_on_slack: to % 3 === 0 });
    else this.drag(label, to % this.saved.length);
  }

  async remove(label: string): Promise<void> {
    await this.calls.remove(this.saved.find((each) => each.label === label)!.id);
  }

  /** `failAfter`: how many calls succeed before the connection is lost. */
  async save({ failAfter = Number.POSITIVE_INFINITY } = {}) {
    this.sent = [];
    const edit: FieldMutations['edit'] = async (fieldId, parts, version) => {
      if (this.sent.length >= failAfter) throw new ApiError({ kind: 'unreachable' });
      this.sent.push({ fieldId, edit: parts });
      return this.calls.edit(fieldId, parts, version);
    };
    const dispatch = (action: Parameters<typeof reduceDraft>[1]) => {
      this.draft = reduceDraft(this.draft, action);
    };
    return saveDraft({ calls: { edit, reload: this.calls.reload }, dispatch }, this.saved, this.draft);
  }
}

async function openBuilder(...labels: string[]): Promise<Person> {
  const { id } = await addSeries(server);
  await addFields(server, id, ...labels);
  return Person.at(id);
}

const onServer = async (person: Person): Promise<FormField[]> => [...(await person.calls.reload())];
const labelsOnServer = async (person: Person): Promise<string[]> => (await onServer(person)).map(({ label }) => label);

describe('Save Form on the real server', () => {
  test('BLD-24, BLD-25: after any drags, adds, deletions and edits the saved form is as shown before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), async (actions) => {
        const person = await openBuilder('A', 'B', 'C', 'D');
        for (const [index, each] of actions.entries()) await person.act(each, `New ${index}`);
        const seen = draftedForm(person.saved, person.draft).fields;
        expect(await person.save()).toBeUndefined();
        const shown = ({ label, required, show_on_slack, order }: FormField) => ({ label, required, show_on_slack, order });
        expect((await onServer(person)).map(shown)).toEqual(seen.map(shown));
        expect(draftedForm(person.saved, person.draft).changes).toBe(0);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 60_000);

  test(
    'BLD-25: a save that loses the connection half-way keeps the rest of the draft, and a retry ends with the form as shown',
    {
      timeout: 60_000,
    },
    async () => {
      for (const failAfter of [0, 1, 2, 3, 4, 5]) {
        const person = await openBuilder('A', 'B', 'C', 'D');
        person.edit('C', { required: true });
        person.drag('A', 3);
        person.drag('D', 0);
        person.drag('B', 2);
        const { seen } = person;
        await expect(person.save({ failAfter })).rejects.toThrow('could not be reached');
        expect(person.seen, `as seen, after ${failAfter} calls`).toEqual(seen);
        await person.calls.reload();
        expect(person.seen, `as reloaded, after ${failAfter} calls`).toEqual(seen);
        await person.save();
        expect(await labelsOnServer(person)).toEqual(seen);
        expect((await onServer(person)).find(({ label }) => label === 'C')?.required).toBe(true);
      }
    },
  );
});

describe('two people at the same form', () => {
  test('D16: on a conflict the later save is rejected, the local value kept, and the next save overwrites', async () => {
    const person = await openBuilder('A', 'B');
    const [field] = person.saved;
    person.edit('A', { label: 'Mine' });
    person.drag('B', 0);
    await call(formCalls.editSeriesField, { params: { id: person.seriesId, fieldId: field!.id }, body: { label: 'Theirs' } });
    expect(await person.save()).toMatchObject({ fieldId: field!.id, error: { status: 409 } });
    expect(person.draft.edits[field!.id]).toMatchObject({ edits: { local: { label: 'Mine' } } });
    expect(remoteFieldValues(person.draft.edits[field!.id])).toEqual({ label: 'Theirs' });
    expect(await labelsOnServer(person)).toEqual(['B', 'Theirs']);
    expect(await person.save()).toBeUndefined();
    expect(await labelsOnServer(person)).toEqual(['B', 'Mine']);
  });

  test('D16: a value that somebody else changed and changed back is shown as a conflict too', async () => {
    const person = await openBuilder('A');
    const [field] = person.saved;
    person.edit('A', { label: 'Mine' });
    for (const label of ['Theirs', 'A']) {
      await call(formCalls.editSeriesField, { params: { id: person.seriesId, fieldId: field!.id }, body: { label } });
    }
    expect(await person.save()).toMatchObject({ error: { status: 409 } });
    expect(remoteFieldValues(person.draft.edits[field!.id])).toEqual({ label: 'A' });
    expect(await person.save()).toBeUndefined();
    expect(await labelsOnServer(person)).toEqual(['Mine']);
  });

  test('the changes of a field that somebody else deleted are dropped', async () => {
    const person = await openBuilder('A', 'B', 'C');
    person.drag('A', 2);
    person.edit('A', { label: 'Mine' });
    const other = await Person.at(person.seriesId);
    await other.remove('A');
    await expect(person.save()).rejects.toMatchObject({ status: 404 });
    await person.calls.reload();
    expect(person.seen).toEqual(['B', 'C']);
    expect(draftedForm(person.saved, person.draft).changes).toBe(0);
  });
});
