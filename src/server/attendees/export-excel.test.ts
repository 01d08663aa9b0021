import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newPath(title = 'Day one') {
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId, { event_title: title });
  return { seriesId, eventId, url: `/event_series/${seriesId}/event/${eventId}` };
}

async function excel(url: string) {
  const response = await fetch(`${server.url}/api${url}`, { headers: { authorization: 'Bearer staff' } });
  expect(response.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true });
  return { headers: response.headers, sheets, rows: sheets[0]?.rows ?? [] };
}

const HEADINGS =
  'First name,Last name,Email,Job title,Organisation,Message,Marketing,ID,No of Signups,Errors,Source page,utm_source,utm_medium,utm_campaign,utm_term,utm_content,Submitted at'.split(
    ',',
  );

test('EXP-11, EXP-12: with format=xlsx it is an Excel file, with one sheet named after the title and the questions as headings', async () => {
  const { seriesId, eventId, url } = await newPath(`Talks: what's [next]? A/B & more, 2027`);
  await addFields(server, seriesId, 'What would you like to eat?', 'No of Signups', { label: 'First time', type: 'checkbox' });
  await addAttendee(server, seriesId, eventId, { first_name: 'Ann', 'what_would_you_like_to_eat?': 'Soup', first_time: true });
  const { headers, sheets, rows } = await excel(`${url}/export?format=xlsx`);
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(headers.get('content-disposition')).toMatch(/ - \d\d-\d\d-\d{4}\.xlsx"/);
  expect(sheets.map(({ name }) => name)).toEqual(["Talks  what's  next   A B & mor"]);
  expect(sheets[0]).toMatchObject({ freezePane: { rows: 1 }, autoFilter: { range: 'A1:T2' } });
  expect(rows[0]).toEqual([...HEADINGS, 'What would you like to eat?', 'no_of_signups', 'First time']);
  expect(rows[1]?.slice(17)).toEqual(['Soup', null, 'yes']);
});

test('EXP-13: text stays text, counts are numbers, and a time is a date in TIME_ZONE', async () => {
  const { seriesId, eventId, url } = await newPath();
  const typed = {
    first_name: '=1+1',
    last_name: '01067',
    email: '+a@example.com',
    job_title: '_x0041_ & <b>',
    organisation: '+49 170 1234567',
    message: 'Please note:\n- vegetarian; "no" nuts,\n\t- =1+1 \u{1f600}\u0007',
  };
  const { id } = await addAttendee(server, seriesId, eventId, typed);
  await sql`update submissions set submitted_at = '2026-07-04T22:05:00Z', source = ${{ utm_term: '€'.repeat(40_000) }} where id = ${id}`.execute(
    server.db,
  );
  const { rows } = await excel(`${url}/export?format=xlsx`);
  const [, row = []] = rows;
  expect(row.slice(0, 9)).toEqual([...Object.values(typed).map((text) => text.replace('\u0007', '')), null, id, 1]);
  expect(row[14]).toBe(`${'€'.repeat(32_766)}…`);
  expect(row[16]).toEqual(new Date('2026-07-04T23:05:00Z'));
});

test('EXP-11: the Excel file of a list has its search, filter and order, and only the chosen attendees if they are named', async () => {
  const { seriesId, eventId, url } = await newPath();
  const ids: string[] = [];
  for (const name of ['Cy', 'Ann', 'Bea'])
    ids.push((await addAttendee(server, seriesId, eventId, { first_name: name, accepts_marketing: name !== 'Bea' })).id);
  const { rows } = await excel(`${url}/export?format=xlsx&filter=marketing&sort=name`);
  expect(rows.slice(1).map(([name]) => name)).toEqual(['Ann', 'Cy']);
  const chosen = await server.post(`${url}/export?format=xlsx`, { ids: ids.slice(0, 1) });
  expect(chosen.headers.get('content-disposition')).toContain('.xlsx');
  expect((await server.get(`${url}/export?format=pdf`)).status).toBe(422);
});
