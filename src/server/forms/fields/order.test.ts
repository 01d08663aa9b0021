import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { listFields } from '#server/form-store/fields.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { addFields, deleteField, editField } from './commands.ts';

const { db } = await openTestDatabase();
const deps = writesTo({ db });
const callId = { scope: 'test', key: undefined, bodyHash: '' };

type Step = { do: 'add'; labels: string[] } | { do: 'delete' | 'move'; at: number; to: number };

const label = fc.uuid().map((id) => `Field ${id}`);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('add' as const), labels: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }) }),
    fc.record({ do: fc.constantFrom('delete' as const, 'move' as const, 'move' as const), at: fc.nat(20), to: fc.nat(20) }),
  ),
  { minLength: 1, maxLength: 12 },
);

const plainField = (text: string) => ({
  label: text,
  type: 'input' as const,
  required: false,
  options: [],
  show_on_slack: false,
  brunch_event: false,
  brunch_event_id: null,
  help_text: null,
});

/** The effect of a step on a plain list of labels. */
function inModel(list: readonly string[], step: Step): string[] {
  if (step.do === 'add') return [...list, ...step.labels];
  const chosen = list[step.at % list.length];
  const others = list.filter((other) => other !== chosen);
  return step.do === 'delete' || chosen === undefined ? others : others.toSpliced(step.to, 0, chosen);
}

async function inDatabase(form: FormRef, step: Step): Promise<void> {
  if (step.do === 'add') return void (await addFields(deps, ADA, form, step.labels.map(plainField), callId));
  const fields = await listFields(db, form);
  const fieldId = fields[step.at % fields.length]?.id;
  if (fieldId === undefined) return;
  if (step.do === 'delete') await deleteField(deps, ADA, { form, fieldId });
  else await editField(deps, ADA, { form, fieldId }, { order: step.to }, undefined);
}

test(
  'DATA-29, DATA-30, BLD-24: any adds, deletions and moves give 0 … n-1 and the list that a plain array gives',
  {
    timeout: 60_000,
  },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const form = { kind: 'series', id: await buildSeries(db) } as const;
        for (const step of sequence) await inDatabase(form, step);
        const fields = await listFields(db, form);
        const expected = sequence.reduce(inModel, []);
        expect(fields.map((field) => field.label)).toEqual(expected);
        expect(fields.map((field) => field.order)).toEqual(expected.map((_, index) => index));
      }),
      { numRuns: 40 },
    );
  },
);
