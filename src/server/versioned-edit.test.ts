import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addFormFields, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

interface Editable {
  url: string;
  /** Two different fields with two values each, of the first and the second editor. */
  one: [name: string, local: unknown, remote: unknown];
  other: [name: string, value: unknown];
  /** The name of the version in the answer. */
  version: string;
}

async function addPerson() {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  await addFields(server, id, 'Diet');
  const person = await addAttendee(server, id, event.id);
  return `/event_series/${id}/event/${event.id}/submission/${person.id}/edit`;
}

/** The kinds of rows that staff edit. */
const editables: Record<string, () => Promise<Editable>> = {
  series: async () => {
    const { id } = await addSeries(server);
    return { url: `/event_series/${id}/edit`, one: ['title', 'Mine', 'Theirs'], other: ['copper_tag', 'tag'], version: 'version' };
  },
  form: async () => {
    const { id } = await addForm(server);
    return { url: `/form/${id}/edit`, one: ['title', 'Mine', 'Theirs'], other: ['donwloadable_content', true], version: 'version' };
  },
  event: async () => {
    const { id } = await addSeries(server);
    const url = `/event_series/${id}/event/${(await addEvent(server, id)).id}/edit`;
    return { url, one: ['date', '2051-01-01', '2052-01-01'], other: ['event_title', 'New'], version: 'version' };
  },
  submission: async () => ({
    url: await addPerson(),
    one: ['job_title', 'Mine', 'Theirs'],
    other: ['organisation', 'New'],
    version: '_version',
  }),
  answer: async () => ({ url: await addPerson(), one: ['diet', 'Mine', 'Theirs'], other: ['message', 'New'], version: '_version' }),
  'submission of a form': async () => {
    const { id } = await addForm(server);
    await addFormFields(server, id, 'Topic');
    const url = `/form/${id}/submission/${await signUpOnForm(server, id)}/edit`;
    return { url, one: ['job_title', 'Mine', 'Theirs'], other: ['topic', 'New'], version: '_version' };
  },
  field: async () => {
    const { id } = await addSeries(server);
    const [field] = await addFields(server, id, 'Diet');
    const url = `/event_series/${id}/eventseriesformfield/${field!.id}/edit`;
    return { url, one: ['label', 'Mine', 'Theirs'], other: ['required', true], version: 'version' };
  },
};

const kinds = Object.keys(editables);

async function rowOf(kind: string) {
  const row = await editables[kind]!();
  const edit = async (name: string, value: unknown, ifMatch?: number) =>
    server.post(row.url, { [name]: value }, { headers: ifMatch === undefined ? {} : { 'if-match': String(ifMatch) } });
  return { ...row, edit };
}

test.each(kinds)(
  'API-93, API-94: an edit of a %s’s field that someone else changed since is 409 with its value, and changes nothing',
  async (kind) => {
    const { url, one, other, edit, version } = await rowOf(kind);
    const remote = await edit(one[0], one[2], 1);
    expect(remote.status).toBe(200);
    const local = await server.post(url, { [one[0]]: one[1], [other[0]]: other[1] }, { headers: { 'if-match': '"1"' } });
    expect(local.status).toBe(409);
    expect(local.headers.get('content-type')).toContain('application/problem+json');
    expect(local.body.current).toEqual({ [one[0]]: remote.body.data[one[0]] });
    const unchanged = await server.post(url, {});
    expect(unchanged.body.data).toEqual(remote.body.data);
    expect(unchanged.body.data[version]).toBe(2);
  },
);

test.each(kinds)('API-95: edits of different fields of a %s by two people both survive', async (kind) => {
  const { one, other, edit, version } = await rowOf(kind);
  const remote = await edit(one[0], one[2], 1);
  const local = await edit(other[0], other[1], 1);
  expect(local.status).toBe(200);
  expect(local.body.data).toMatchObject({ [one[0]]: remote.body.data[one[0]], [other[0]]: other[1], [version]: 3 });
});

test.each(kinds)('API-96: without If-Match the last write to a %s wins', async (kind) => {
  const { one, edit } = await rowOf(kind);
  await edit(one[0], one[1]);
  const last = await edit(one[0], one[2]);
  expect(last.status).toBe(200);
});

test.each(kinds)('API-94: two equal edits of a %s do not conflict, and an edit that changes nothing keeps the version', async (kind) => {
  const { one, edit, version } = await rowOf(kind);
  await edit(one[0], one[1], 1);
  const same = await edit(one[0], one[1], 1);
  expect(same.status).toBe(200);
  expect(same.body.data[version]).toBe(2);
});

test.each(kinds)('API-94: of ten simultaneous edits of the same field of a %s, one is written and nine conflict', async (kind) => {
  const { one, edit } = await rowOf(kind);
  const values = Array.from({ length: 10 }, (_, n) => (kind === 'event' ? `206${n}-01-01` : `Value ${n}`));
  const answers = await Promise.all(values.map(async (value) => edit(one[0], value, 1)));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(9);
});

test.each(kinds)('API-94: an edit of a %s after a version that it does not have yet conflicts', async (kind) => {
  const { one, edit } = await rowOf(kind);
  const ahead = await edit(one[0], one[1], 999_999_999);
  expect([ahead.status, Object.keys(ahead.body.current)]).toEqual([409, [one[0]]]);
});

test('API-49: an If-Match that is not a version is malformed', async () => {
  const { url, one } = await rowOf('series');
  const answer = await server.post(url, { [one[0]]: one[1] }, { headers: { 'if-match': 'yesterday' } });
  expect(answer.status).toBe(400);
});
