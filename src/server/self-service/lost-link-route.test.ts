import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { askForLink } from '#server/registrations/own/commands.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { writesTo } from '#server/testing/writes.ts';

const database = await openTestDatabase();
const server = await createSignUpPageServer({}, {}, database);
const { db, url } = server;
const notices = { IMPRINT_URL: 'https://northfield.example/legal?a=1&b', ACCESSIBILITY_URL: 'https://northfield.example/access' };
const noticed = await createSignUpPageServer(notices, {}, database);

const build = (hasSelfService = true) => buildRegistration(db, { series: { title: 'Spring', self_service: hasSelfService } });
const pageOf = async (path: string): Promise<string> => (await fetch(url + path)).text();
const post = (path: string, email: string): Promise<Response> =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams({ email }) });
const textOf = (page: string): string =>
  page
    .replace(/^.*<main[^>]*>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the lost link', () => {
  const linkPath = (seriesId: string): string => `/spring/events-series/${seriesId}/link`;

  test('SLF-18: if there are self-service pages the form ends with it, otherwise its bytes are unchanged', async () => {
    const [on, off] = [await build(), await build(false)];
    expect(await pageOf(`/x/events-series/${on.seriesId}/view`)).toContain(
      `Already signed up? <a href="${linkPath(on.seriesId)}" target="_top">Get your link</a></p>`,
    );
    expect(await pageOf(`/x/events-series/${on.seriesId}/view?embed=1`)).toContain(
      `<a href="${linkPath(on.seriesId)}" target="_blank" rel="noopener">Get your link<span class="quiet"> (opens in a new tab)</span></a></p>`,
    );
    expect(await pageOf(`/x/events-series/${off.seriesId}/view`)).not.toContain('Already signed up');
    expect((await fetch(url + linkPath(off.seriesId))).status).toBe(404);
    await server.post(`/event_series/${off.seriesId}/edit`, { self_service: true });
    expect(await pageOf(`/x/events-series/${off.seriesId}/view`)).toContain('Already signed up?');
  });

  test('SLF-18: people who wait for a place get it too, even while their event is not on the form', async () => {
    const list = { closes_when_full: true, maximum_participants: 1, waiting_list: 'manual', is_on_form: false } as const;
    const { seriesId } = await buildRegistration(db, { series: { title: 'Spring', self_service: false }, event: list });
    expect(await pageOf(`/x/events-series/${seriesId}/view`)).toContain('Already signed up?');
    expect((await fetch(url + linkPath(seriesId))).status).toBe(200);
  });

  test('SLF-19: its text is the same for all addresses', async () => {
    const { seriesId } = await build();
    expect(textOf(await pageOf(linkPath(seriesId)))).toContain(
      'we&#x27;ll email you a link to your registration for ‘Spring’. Email Send me the link Back to the form',
    );
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const answer = await post(linkPath(seriesId), email);
      const html = await answer.text();
      expect([answer.status, textOf(html)]).toEqual([
        200,
        expect.stringMatching(
          `If ${email} is signed up here, we&#x27;re sending a link to it. This can take up to three hours.* Check your spam folder.* Back to the form`,
        ),
      ]);
      expect(html).toContain(`href="/spring/events-series/${seriesId}/view"`);
    }
    const invalid = await post(linkPath(seriesId), 'nobody');
    const html = await invalid.text();
    expect([invalid.status, textOf(html)]).toEqual([422, expect.stringContaining('Please enter a valid email address')]);
    expect(html).toContain('<title>Error: ');
  });

  test('for a series that was deleted after the page was read is a 404', async () => {
    await expect(askForLink(writesTo({ db }), newId(), 'ada@example.com')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('FACE-54: public and self-service pages end with the notices that the organisation has', async () => {
  const { seriesId } = await build();
  for (const page of ['view', 'link']) {
    const path = `/spring/events-series/${seriesId}/${page}`;
    expect(await pageOf(path)).not.toMatch(/Legal notice|Accessibility/);
    const html = await (await fetch(noticed.url + path)).text();
    expect(html).toContain('<a href="https://northfield.example/legal?a=1&amp;b" target="_blank" rel="noopener">Legal notice<');
    expect(html).toContain('<a href="https://northfield.example/access" target="_blank" rel="noopener">Accessibility<');
  }
  const nothing = await (await fetch(`${noticed.url}/spring/events-series/${newId()}/view`)).text();
  expect(nothing).toContain('>Legal notice<');
});
