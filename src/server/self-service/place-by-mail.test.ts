import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { atRest, runWorker, startWorld, until } from '#server/testing/worker.ts';

const world = await startWorld();
const { mails } = world.smtp;
const server = await createSignUpPageServer();
const { db, url } = server;
const series = limitedSeries(server);
const { addEvent, submitTo, seriesId } = series;
const { statusOf } = waitingList(server, series);

const mailsTo = (name: string) => mails.filter(({ recipients }) => recipients.includes(`${name}@example.com`));
const subjectsTo = (name: string) => mailsTo(name).map(({ parsed }) => parsed.subject);
const arrives = (name: string, subject: string) => until(subject, () => subjectsTo(name).includes(subject));
const linksOf = (name: string): string[] =>
  mailsTo(name).flatMap(({ parsed }) =>
    [...new Set(parsed.text?.match(/https?:\/\/[^\s<>]+/g))].map((link) => link.replace('http://localhost:3000', url)),
  );
const lastLinkOf = (name: string): string => linksOf(name).findLast((link) => link.includes('/registration/')) ?? '';
const press = async (mailed: string, act: string, event: string) => {
  const [link] = mailed.split('?');
  const asked = await fetch(`${link}/${act}?event=${event}`);
  const done = await fetch(`${link}/${act}?event=${event}`, { method: 'POST', redirect: 'manual' });
  expect([asked.status, done.status]).toEqual([200, 303]);
};

const STORED = ['submissions', 'registrations', 'waiting_entries', 'event_places', 'registration_changes', 'submission_steps'] as const;
const stored = () =>
  Promise.all(STORED.map(async (table) => (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort()));

/** Opens all links of all mails as a mail scanner does, with the pages that those lead to. */
async function scan(): Promise<void> {
  const links = [...new Set(['ada', 'ben', 'cleo'].flatMap(linksOf))];
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const page = await (await fetch(link, { headers: { 'sec-purpose': 'prefetch' } })).text();
    const further = [...page.matchAll(/(?:href|action)="([^"#]+)"/g)].map(([, to = '']) => new URL(to.replaceAll('&amp;', '&'), link).href);
    for (const each of [link, ...further.filter((to) => to.startsWith(url))])
      for (const method of ['GET', 'HEAD']) await (await fetch(each, { method, redirect: 'manual' })).text();
  }
}

test(
  'SLF-8, SLF-9, WTL-15, FACE-56: a place that is given up is offered by mail to one person after another until someone takes it; scanners that open every link change nothing',
  { timeout: 90_000 },
  async () => {
    await server.post(`/event_series/${seriesId()}/edit`, {
      self_service: true,
      email_from: 'team@example.com',
      email_subject: 'Welcome',
      email_template: 'Hello %FNAME%',
    });
    const event = await addEvent(1, { waiting_list: 'offer', offer_hours: 24 });
    const worker = await runWorker(server, world.settings);
    await submitTo([event], [], { email: 'ada@example.com' });
    const [ben, cleo] = [
      await submitTo([], [event], { email: 'ben@example.com' }),
      await submitTo([], [event], { email: 'cleo@example.com' }),
    ];
    await arrives('ada', 'Welcome');
    await arrives('cleo', "You're on the waiting list: Fire safety");
    await atRest(db);
    const before = await stored();
    await scan();
    expect(await stored()).toEqual(before);

    await press(lastLinkOf('ada'), 'cancel', event);
    await arrives('ben', 'A place has opened up: Fire safety');
    await atRest(db);
    const offered = await stored();
    await scan();
    expect(await stored()).toEqual(offered);

    const { rows } = await sql<{
      hours: number;
    }>`select round(extract(epoch from offer_ends_at - now()) / 3600)::integer as hours from waiting_entries where submission_id = ${ben.id}`.execute(
      db,
    );
    expect(rows).toEqual([{ hours: 24 }]);
    await sql`update waiting_entries set offer_ends_at = now() - interval '1 second' where submission_id = ${ben.id}`.execute(db);
    // A worker that starts looks immediately, and then four times a minute.
    await worker.stop();
    await runWorker(server, world.settings);
    await arrives('ben', 'Your offer has ended: Fire safety');
    await arrives('cleo', 'A place has opened up: Fire safety');
    expect(lastLinkOf('cleo')).toMatch(new RegExp(`\\?event=${event}#events$`));
    await press(lastLinkOf('cleo'), 'accept', event);
    expect(await statusOf(ben, cleo)).toEqual(['cancelled', 'confirmed']);
  },
);
