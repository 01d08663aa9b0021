import '#admin/testing/window.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LookFields } from '#admin/forms/settings/look-fields.tsx';
import { CoverField } from '#admin/forms/settings/public-page-fields.tsx';
import type { CoverValue, SpeakerValue } from '#admin/forms/settings/settings-values.ts';
import { SpeakersField } from '#admin/forms/settings/speakers-field.tsx';
import { TemplateEditor } from '#admin/forms/settings/template-editor.tsx';
import type { FormValues } from '#admin/records/row-edits.ts';
import { type BoundField, boundField } from '#admin/records/use-record.ts';
import type { Theme } from '#contract/forms/public-face.ts';
import { DateField, pastedTime } from './date-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { BoundInput, CheckboxField, RadioField, RemoteValue, SelectField, SwitchField, TextAreaField, TextField } from './edit-fields.tsx';
import { SearchField } from './search-field.tsx';

const OPTIONS = [
  { value: 'off', label: 'No waiting list' },
  { value: 'offer', label: 'Offer places' },
];

function fieldWith<Value extends FormValues[string]>(value: Value, isReadOnly: boolean): BoundField<Value> {
  const saved = { id: '1', version: 1, values: { field: value } };
  const row = { saved, values: saved.values, changed: {}, problems: {}, refused: {}, remote: {} };
  return boundField<{ field: Value }, 'field'>(row, {}, () => undefined, 'field', isReadOnly);
}

const ADA = { id: '1', name: 'Ada Fox', role: '', picture: null };

const inputs: readonly (readonly [kind: string, shown: string, input: (isReadOnly: boolean) => ReactNode])[] = [
  ['text', 'Marsh Lane', (is) => <TextField label="Field" field={fieldWith<string>('Marsh Lane', is)} />],
  ['text of several lines', 'Marsh Lane', (is) => <TextAreaField label="Field" field={fieldWith<string>('Marsh Lane', is)} />],
  ['description', 'For **managers**', (is) => <DescriptionField label="Field" field={fieldWith<string>('For **managers**', is)} />],
  ['choice', 'Offer places', (is) => <SelectField label="Field" field={fieldWith<string>('offer', is)} options={OPTIONS} />],
  [
    'choice with all in view',
    'Offer places',
    (is) => <RadioField label="Field" field={fieldWith<string>('offer', is)} options={OPTIONS} />,
  ],
  ['switch', 'Yes', (is) => <SwitchField label="Field" field={fieldWith<boolean>(true, is)} />],
  ['checkbox', 'No', (is) => <CheckboxField label="Field" field={fieldWith<boolean>(false, is)} />],
  [
    'date',
    'Thu 26 Nov 2054',
    (is) => (
      <BoundInput label="Field" field={fieldWith<string>('2054-11-26 09:30:00', is)} words={() => 'Thu 26 Nov 2054'}>
        <DateField label="Field" value="2054-11-26 09:30:00" onChange={() => undefined} />
      </BoundInput>
    ),
  ],
  [
    'template of a mail',
    'Hi %FNAME%',
    (is) => <TemplateEditor label="Field" field={fieldWith<string>('Hi %FNAME%', is)} placeholders={[]} />,
  ],
  ['cover', 'no picture', (is) => <CoverField field={fieldWith<CoverValue>(null, is)} altError={undefined} />],
  [
    'look',
    'accent colour none, font System, colour scheme Match device, logo none',
    (is) => <LookFields field={fieldWith<Theme | null>(null, is)} errors={{}} />,
  ],
  ['list of speakers', 'Ada Fox', (is) => <SpeakersField field={fieldWith<SpeakerValue[]>([ADA], is)} errors={{}} />],
];

const shownAs = (input: ReactNode): string =>
  renderToString(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>{input}</QueryClientProvider>
    </MantineProvider>,
  );
const CONTROL = /<(?:input|textarea|select|button)/;

test.each(inputs)('a %s that may not be edited shows its value under its label, without an input', (_kind, shown, input) => {
  const html = shownAs(input(true));
  expect(html).toContain(`>${shown}</p>`);
  expect(html).toMatch(/>(?:Field|Cover picture|Look|Speakers)</);
  expect(html).not.toMatch(CONTROL);
  expect(shownAs(input(false))).toMatch(CONTROL);
});

test('a text that is empty and may not be edited shows a dash', () => {
  expect(shownAs(<TextField label="Field" field={fieldWith<string>('', true)} />)).toContain('>–</p>');
});

test('a long value that someone else saved is cut between its letters', () => {
  const field = { ...fieldWith<string>('Mine', false), remote: `${'x'.repeat(199)}👩🏽‍🏫` };
  expect(shownAs(<RemoteValue label="Field" field={field} />)).toContain(`‘${'x'.repeat(199)}…’`);
});

test('a search at its maximum length says at the field how much of the pasted text fits', () => {
  const search = (value: string) => shownAs(<SearchField label="Search" maxLength={1_000} value={value} onChange={() => undefined} />);
  expect(search('x'.repeat(1_000))).toContain('Only the first 1,000 characters fit here');
  expect(search('x'.repeat(999))).not.toContain('Only');
});

test.each([
  ['14:30', '14:30'],
  ['9.15', '9:15'],
  ['14h45', '14:45'],
  ['14h', '14:0'],
  ['14 Uhr 30', '14:30'],
  ['14.30 Uhr', '14:30'],
  ['14：30', '14:30'],
  ['14:45:10', '14:45'],
  ['14:45 GMT', '14:45'],
  ['9:15\u00a0GMT', '9:15'],
  ['2:45 pm', '14:45'],
  ['2 PM GMT', '14:0'],
  ['12 a.m.', '0:0'],
])('USE-76: a pasted time is read as emails write it: %s', (time, read) => {
  const { hours, minutes } = pastedTime(time, 'GMT');
  expect(`${hours}:${minutes}`).toBe(read);
});

test.each([
  '10',
  '05',
  '100',
  '2026',
  '14:',
  '14:7',
  '14 GMT',
  '15 pm',
  '0 am',
  '25:00',
  '14:60',
  '14:30-15:30',
  '14:30 today',
  '14:45 PST',
  '9:15 GMT+5:30',
  'at noon',
])('USE-76: any other pasted text changes nothing: %s', (time) => {
  expect(pastedTime(time, 'GMT').hours).toBeNull();
});
