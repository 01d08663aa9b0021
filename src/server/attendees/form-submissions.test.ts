import fc from 'fast-check';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Submission, SubmissionPage } from '#contract/attendees/submission.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addForm, addFormFields, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newForm(...names: string[]): Promise<{ formId: string; url: string }> {
  const { id } = await addForm(server, 'White "paper"');
  for (const name of names) await signUpOnForm(server, id, { first_name: name, email: `${name.toLowerCase()}@example.com` });
  return { formId: id, url: `/form/${id}/submissions` };
}

const namesOf = (submissions: readonly Submission[]): string[] => submissions.map(({ first_name: name }) => name);

async function list(url: string): Promise<Submission[]> {
  const { status, body } = await server.get(url);
  expect(status).toBe(200);
  return body.data;
}

test('API-22, API-78, FORM-7, ENT-15: the submissions of a form are the list itself, newest first, answers as further keys', async () => {
  const { formId, url } = await newForm();
  await addFormFields(server, formId, 'Topic');
  const first = await signUpOnForm(server, formId, { first_name: 'Ada', email: 'ada@example.com', topic: 'Looms' });
  await signUpOnForm(server, formId, { first_name: 'Bea', email: ' ADA@example.com' });
  const [other] = [await newForm('Cy')];
  expect(await list(other.url)).toHaveLength(1);
  const found = await list(url);
  expect(namesOf(found)).toEqual(['Bea', 'Ada']);
  expect(found[1]).toEqual({
    id: first,
    first_name: 'Ada',
    last_name: 'Lovelace',
    job_title: 'Analyst',
    organisation: 'Engines Ltd',
    email: 'ada@example.com',
    accepts_marketing: false,
    message: null,
    submitted_at: expect.stringMatching(/Z$/),
    errors: [],
    signups_count: 2,
    topic: 'Looms',
    _status: expect.objectContaining({ state: 'sending' }),
    _version: 1,
  });
});

test('API-85: each submission of a form is on one page, and pages have the counts', async () => {
  const { formId, url } = await newForm('Ann', 'Bea', 'Cy', 'Dan');
  await signUpOnForm(server, formId, { first_name: 'Eve', email: 'ANN@example.com' });
  await sql`update submissions set submitted_at = '2026-01-02T03:04:05.123456Z'`.execute(server.db);
  for (const sort of ['submitted_at', 'name', 'email', 'signups_count', 'status', 'organisation']) {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await server.get(`${url}/page?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`);
      const page: SubmissionPage = body.data;
      found.push(...namesOf(page.submissions));
      expect(page).toMatchObject({ submissions_count: 5, matches_count: 5 });
      cursor = page.next_cursor;
    }
    expect(found.toSorted()).toEqual(['Ann', 'Bea', 'Cy', 'Dan', 'Eve']);
  }
  const whole = await server.get(`${url}/page`);
  expect(whole.body.data).toMatchObject({ duplicates_count: 1, duplicate_emails: ['ann@example.com'], next_cursor: null });
});

test('API-85: the list takes limit and cursor, and its Link header names the next page', async () => {
  const { url } = await newForm('Ann', 'Bea', 'Cy', 'Dan', 'Eve');
  const pages: string[][] = [];
  for (let next: string | undefined = '?limit=2&sort=name'; next !== undefined;) {
    const { status, body, headers } = await server.get(url + next);
    expect(status).toBe(200);
    pages.push(namesOf(body.data));
    next = /^<(\?[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(pages).toEqual([['Ann', 'Bea'], ['Cy', 'Dan'], ['Eve']]);
  expect((await server.get(`${url}?limit=2&cursor=none`)).status).toBe(422);
});

test('a form’s list takes search, filter and order, whole and in pages', async () => {
  const { formId, url } = await newForm('Cy', 'Ann');
  await signUpOnForm(server, formId, { first_name: 'Bea', organisation: '100% Organic', accepts_marketing: true });
  expect(namesOf(await list(`${url}?sort=name`))).toEqual(['Ann', 'Bea', 'Cy']);
  expect(namesOf(await list(`${url}?search=%25`))).toEqual(['Bea']);
  expect(namesOf(await list(`${url}?filter=marketing`))).toEqual(['Bea']);
  const { body } = await server.get(`${url}/page?limit=1&filter=no_marketing&sort=name`);
  expect(body.data).toMatchObject({ submissions: [{ first_name: 'Ann' }], matches_count: 2, submissions_count: 3 });
  expect((await server.get(`${url}?sort=password`)).status).toBe(422);
  expect((await server.get(`${url}/page?cursor=!`)).body.errors).toMatchObject([{ path: 'cursor' }]);
});

test('API-26, FORM-7, DASH-7: a submission of a form is deleted, and the count follows', async () => {
  const { formId, url } = await newForm('Ada', 'Bea');
  const [bea] = await list(url);
  const remove = (form: string, id: string) => server.post(`/form/${form}/submission/${id}/delete`);
  expect((await remove(formId, bea!.id)).body).toEqual({ data: { id: bea!.id, deleted: true } });
  expect(namesOf(await list(url))).toEqual(['Ada']);
  expect((await server.get('/form')).body.data[0].signups_count).toBe(1);
  expect((await remove(formId, bea!.id)).status).toBe(404);
});

test('a submission of a series is not found under a form, nor one of a form under a series', async () => {
  const { formId, url } = await newForm('Ada');
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const seriesSubmission = await signUp(server, series.id, [event.id]);
  const [own] = await list(url);
  expect((await server.post(`/form/${formId}/submission/${seriesSubmission}/delete`)).status).toBe(404);
  expect((await server.post(`/event_series/${series.id}/event/${event.id}/submission/${own!.id}/delete`)).status).toBe(404);
  expect((await server.get(`/event_series/${series.id}/event/${event.id}`)).body.data.submissions).toHaveLength(1);
  expect(await list(url)).toHaveLength(1);
});

test('DASH-7: after any simultaneous sign-ups and deletions the counter is that of a recount', { timeout: 60_000 }, async () => {
  const check = fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), async (acts) => {
    const { formId, url } = await newForm('Ada', 'Bea', 'Cy');
    const present = await list(url);
    await Promise.all(
      acts.map(async (act) => {
        const victim = present[act];
        return victim === undefined ? signUpOnForm(server, formId) : server.post(`/form/${formId}/submission/${victim.id}/delete`);
      }),
    );
    const kept = (await server.get(`/form/${formId}`)).body.data.signups_count;
    await rebuildCounters(server.db);
    expect(kept).toBe((await list(url)).length);
    expect((await server.get(`/form/${formId}`)).body.data.signups_count).toBe(kept);
  });
  await fc.assert(check, { numRuns: 10 });
});

test('API-30, EXP-1, EXP-2, EXP-3, EXP-8: the export of a form has its columns, its name and its date', async () => {
  const { formId, url } = await newForm();
  const [topic] = await addFormFields(server, formId, 'Topic', { label: 'Small print', type: 'disclaimer' }, 'Notes');
  await signUpOnForm(server, formId, { first_name: '=1+1', topic: 'Looms', notes: 'Hi', accepts_marketing: true });
  await server.post(`/form/${formId}/markformfield/${topic!.id}/delete`);
  const { text, headers } = await server.get(`${url.replace('/submissions', '/export')}?utc_offset=-60`);
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(meta.fields?.slice(0, 7)).toEqual(['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message', 'marketing']);
  expect(meta.fields?.slice(-4)).toEqual(['submitted_at', 'notes', 'topic', 'submitted_at in words']);
  expect(data).toMatchObject([{ first_name: "'=1+1", marketing: 'yes', topic: 'Looms', notes: 'Hi', signups_count: '1' }]);
  const [year, month, day] = new Date(Date.now() - 3_600_000).toISOString().slice(0, 10).split('-');
  expect(headers.get('content-disposition')).toContain(
    `filename*=UTF-8''${encodeURIComponent(`White -paper- - ${formId} - ${day}-${month}-${year}.csv`)}`,
  );
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
});
