import { expect, test } from 'vitest';
import type { Theme } from '#contract/forms/public-face.ts';
import { newId } from '#server/db/new-id.ts';
import { createFormToken } from '#server/forms/form-token.ts';
import { inlineSource } from '#server/http/headers/header-profiles.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { createToken } from '#server/registrations/links.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { pngBytes } from '#server/testing/pictures.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';

const server = await createSignUpPageServer({ ORGANISATION_LOGO: 'https://host.example/logo.png' }, { getLogo: async () => undefined });
const { db } = server;

async function addPages(theme: Theme | null) {
  const listId = newId();
  await db.insertInto('feedback_lists').values({ id: listId, title: 'Courses' }).execute();
  const id = await buildSeries(db, { title: 'Spring training', self_service: true, theme, feedback_list_id: listId });
  const event = await buildEvent(db, id, { starts_at: '2055-01-12T09:30:00Z' });
  const submissionId = await buildSignUp(db, { form_id: id }, { events: [event], awaiting_fan_out: false });
  const form = `/spring-training/events-series/${id}/view`;
  const own = `/registration/${await createToken(db, submissionId)}`;
  const typed = { first_name: 'Ada', last_name: 'Day', job_title: 'Head', organisation: 'Mill', email: 'ada@example.org', events: [event] };
  const body = postedForm(await (await fetch(server.url + form)).text(), typed);
  // A younger token is refused.
  body.set('_stamp', createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id }, now: Date.now() - 5_000 }));
  const pages = {
    form: await fetch(server.url + form),
    embedded: await fetch(`${server.url}${form}?embed=1`),
    thanks: await fetch(server.url + form, { method: 'POST', body }),
    'lost link': await fetch(server.url + form.replace(/view$/, 'link')),
    'self-service page': await fetch(server.url + own),
    question: await fetch(`${server.url}${own}/cancel?event=${event}`),
    answers: await fetch(`${server.url}${own}/edit`),
    events: await fetch(`${server.url}${own}/events`),
    feedback: await fetch(`${server.url}/feedback/${listId}/view?event=${event}`),
  };
  return Object.entries(pages);
}

const styleSourcesOf = (response: Response): string =>
  /style-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';

test('FACE-16, FACE-17: form, thanks, self-service and feedback pages have the look as one more inline style that their policy allows, and the logo next to the name', async () => {
  const { id: logo } = await storePicture(writesTo({ db }), ADA, pngBytes(120, 40));
  const theme = { accent: '#0f6b66', font: 'serif', scheme: 'dark', logo } as const;
  for (const [name, page] of await addPages(theme)) {
    const html = await page.text();
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    expect([name, page.status, styleSourcesOf(page)]).toEqual([name, 200, expect.stringMatching(/^'sha256-[^ ]*'( 'sha256-[^ ]*')+$/)]);
    for (const style of styles) expect([name, styleSourcesOf(page)]).toEqual([name, expect.stringContaining(inlineSource(style))]);
    expect([name, styles.at(-1)]).toEqual([
      name,
      expect.stringMatching(/color-scheme:dark.*body\{font-family:Georgia.*--accent:var\(--lightningcss-light,#0f6b66\)/s),
    ]);
    expect([name, html]).toEqual([
      name,
      expect.stringMatching(
        new RegExp(`src="/assets/pictures/${logo}" width="96" height="32" alt=""/><span dir="auto">Northfield Training<`),
      ),
    ]);
    expect(styles.join('')).not.toMatch(/url\(|@import|@font-face/);
  }
});

test('FACE-16, FACE-17: without a look nothing is added, and a deleted logo is replaced by that of the organisation', async () => {
  for (const [name, page] of await addPages(null)) {
    const html = await page.text();
    const count = html.split('<style>').length - 1;
    expect([name, count, styleSourcesOf(page).split(' ').length]).toEqual([name, count, count]);
    expect([name, html]).toEqual([name, expect.not.stringContaining('button:where(')]);
  }
  for (const [name, page] of await addPages({ accent: null, font: 'system', scheme: 'auto', logo: '0'.repeat(64) }))
    expect([name, await page.text()]).toEqual([name, expect.stringContaining('src="/assets/organisation-logo" width="32"')]);
});
