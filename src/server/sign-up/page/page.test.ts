import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

let logo: { type: string; bytes: Uint8Array } | undefined;
const server = await createSignUpPageServer(
  { REDIRECT_HOSTS: 'host.example', FRAME_ANCESTORS: 'https://host.example', ORGANISATION_LOGO: 'https://host.example/logo.png' },
  { getLogo: async () => logo },
);
const { db } = server;

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db, { title: 'Spring training' });
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, { headers });
  // Without its style, which is long and the same on each page.
  const html = (await response.text()).replace(/<style>.*<\/style>/s, '');
  return { status: response.status, headers: response.headers, html };
};
const view = async (query = '', id = seriesId) => get(`/spring-training/events-series/${id}/view${query}`);

/** The order in which these texts appear in the page. */
const orderOf = (html: string, texts: readonly string[]): string[] =>
  texts.toSorted((a, b) => html.indexOf(`>${a}<`) - html.indexOf(`>${b}<`)).filter((text) => html.includes(`>${text}<`));

describe('what is served', () => {
  test('EMB-1, PUB-1, R8: the form of a series, its questions in the order of the specification', async () => {
    await buildEvent(db, seriesId, { title: 'Day one', starts_at: '2055-04-15T13:00:00Z' });
    await buildField(db, { form_id: seriesId }, { label: 'Second', position: 1, is_required: true });
    await buildField(db, { form_id: seriesId }, { label: 'Terms apply', key: 'terms', type: 'disclaimer', position: 0 });
    await buildField(db, { form_id: seriesId }, { label: 'Third', position: 2, is_required: true });
    const { status, headers, html } = await view();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache, no-transform');
    const texts = ['First name', 'Last name', 'Job title', 'Organisation', 'Email', 'Events', 'Day one', 'Second', 'Third', 'Terms apply'];
    expect(orderOf(html, texts.toReversed())).toEqual(texts);
    expect(html.indexOf('Northfield Training may e-mail me.')).toBeGreaterThan(html.indexOf('>Terms apply<'));
    expect(html).toContain('<time dateTime="2055-04-15T13:00:00.000Z">Thursday 15 April 2055, 14:00\u00a0BST</time>');
  });

  test.each(['/[/form/', '/%5b%zz/form/', '/a:b@c/form/', '/\\\\/events-series/'])(
    'an invalid address, with %s, is not found',
    async (start) => {
      const { status } = await get(`${start}${newId()}/view?theme=dark`);
      expect([400, 404]).toContain(status);
    },
  );

  test('PUB-8, PUB-9: a marketing form has no events, and its button says what it does', async () => {
    const plain = await buildMarketingForm(db, { title: 'White paper' });
    const download = await buildMarketingForm(db, { title: 'Handbook', has_downloadable_content: true });
    const { html } = await get(`/white-paper/form/${plain}/view`);
    expect(html).not.toContain('name="events"');
    expect(html).toContain('<span>Submit</span></button>');
    expect((await get(`/handbook/form/${download}/view`)).html).toContain('<span>Download</span></button>');
  });

  test('PUB-2, PUB-23: only visible events are offered; past ones disappear while another one is open or opens later', async () => {
    await buildEvent(db, seriesId, { title: 'Long ago', starts_at: '2001-01-01T10:00:00Z' });
    await buildEvent(db, seriesId, { title: 'Hidden', is_on_form: false });
    const { html } = await view();
    expect(html).toContain('>Long ago<');
    expect(html).toContain('Sign-up has closed');
    expect(html).not.toContain('Hidden');
    const other = await buildSeries(db);
    await buildEvent(db, other, { title: 'Long ago', starts_at: '2001-01-01T10:00:00Z' });
    await buildEvent(db, other, { title: 'Still open', starts_at: '2001-01-02T10:00:00Z', closes_at: '2050-01-01T10:00:00Z' });
    await buildEvent(db, other, { title: 'Closed early', starts_at: '2050-01-01T10:00:00Z', closes_at: '2001-01-01T10:00:00Z' });
    const { html: open } = await view('', other);
    expect(open).not.toContain('Long ago');
    expect(orderOf(open, ['Closed early', 'Still open', 'Sign-up has closed'])).toEqual([
      'Still open',
      'Closed early',
      'Sign-up has closed',
    ]);
  });

  test('PUB-14, PUB-28: the five types of field, with their options and their required mark', async () => {
    await buildEvent(db, seriesId);
    const owner = { form_id: seriesId };
    await buildField(db, owner, { label: 'One line', is_required: true });
    await buildField(db, owner, { label: 'Many lines', type: 'textarea', position: 1 });
    await buildField(db, owner, { label: 'Tick', type: 'checkbox', position: 2 });
    await buildField(db, owner, { label: 'Pick', type: 'select', options: ['Red', 'Blue'], position: 3 });
    await buildField(db, owner, { label: 'Read this', key: 'read', type: 'disclaimer', is_required: true, position: 4 });
    const { html } = await view();
    expect(html).toMatch(/<label class="label"[^>]*>One line<\/label><input class="input"[^>]* required=""/);
    expect(html).toMatch(/Many lines<span class="optional"> \(optional\)<\/span><\/label><textarea[^>]* name="many_lines"/);
    expect(html).toMatch(/<input type="checkbox"[^>]* name="tick" value="true"/);
    expect(html).toMatch(/<select[^>]* name="pick"[^>]*><option value="" selected="">Choose one<\/option><option value="Red">Red/);
    expect(html).toContain('<p class="disclaimer" dir="auto">Read this</p>');
  });

  test('PUB-28: a question for the visitor’s own number has the keyboard and the autofill of one, another has not', async () => {
    await buildEvent(db, seriesId);
    const labels = ['Phone', 'Mobile', 'Your telephone number', 'Phone or email', 'Line manager phone', 'Microphone'];
    for (const [position, label] of labels.entries()) await buildField(db, { form_id: seriesId }, { label, position });
    const inputs = [...(await view()).html.matchAll(/<input [^>]*id="field-[^>]*>/g)].map(([input]) =>
      /type="tel" autoComplete="tel"/.test(input),
    );
    expect(inputs).toEqual([true, true, true, false, false, false]);
  });

  test('PUB-29, PUB-34, PUB-35: the button is enabled as served, consent is unticked and optional', async () => {
    await buildEvent(db, seriesId);
    const { html } = await view('?accepts_marketing=true');
    expect(html).toContain('<button type="submit" class="button">');
    const consent = /<input[^>]*name="accepts_marketing"[^>]*>/.exec(html)?.[0];
    expect(consent).not.toMatch(/checked|required/);
    expect(html).toContain('Northfield Training may e-mail me.<span class="optional"> (optional)</span>');
  });

  test('PUB-3, PUB-32, ERR-7: with no visible event it is closed, disabled and says so', async () => {
    const { html } = await view();
    expect(html).toContain('Signup events are currently closed for this event. Please check our other events.');
    expect(html).toContain('<fieldset class="stack" disabled="">');
    expect(html).toContain('<button type="submit" class="button" disabled="">');
    expect(html).not.toContain('Choose one or more');
  });

  test('PUB-24: the field of a brunch event that is hidden, deleted or no longer a brunch event is not shown', async () => {
    const owner = { form_id: seriesId };
    const brunch = { type: 'select' as const, options: ['Eggs'], is_brunch: true };
    const open = await buildEvent(db, seriesId, { is_brunch: true });
    const hidden = await buildEvent(db, seriesId, { is_brunch: true, is_on_form: false });
    const plain = await buildEvent(db, seriesId, { title: 'Talk' });
    await buildField(db, owner, { ...brunch, label: 'Shown', brunch_event_id: open });
    await buildField(db, owner, { ...brunch, label: 'Of hidden', brunch_event_id: hidden });
    await buildField(db, owner, { ...brunch, label: 'Of plain', brunch_event_id: plain });
    await buildField(db, owner, { ...brunch, label: 'Of none', brunch_event_id: null });
    const { html } = await view();
    expect(html).toContain('Shown');
    expect(html).not.toMatch(/Of (?:hidden|plain|none)/);
  });

  test('FLD-3, FLD-12: a help text describes its control without script too; the page of a form without any does not mention it', async () => {
    const id = await buildField(db, { form_id: seriesId }, { label: 'Diet' });
    expect((await view()).html).not.toMatch(/help|describedby/);
    await db.updateTable('form_fields').set({ help_text: 'Vegan <too>.' }).where('id', '=', id).execute();
    const other = await buildSeries(db, { title: 'Spring training' });
    await db.updateTable('form_fields').set({ form_id: other }).where('id', '=', id).execute();
    const { html } = await view('', other);
    expect(html).toContain(`<p class="hint" id="field-${id}-help" dir="auto">Vegan &lt;too&gt;.</p>`);
    expect(html).toContain(`aria-describedby="field-${id}-help"`);
  });

  test('a single visible event is preselected, one of several is not', async () => {
    const only = await buildEvent(db, seriesId);
    expect((await view()).html).toMatch(new RegExp(`<input[^>]*name="events"[^>]*checked=""[^>]*value="${only}"`));
  });

  test('EMB-20, EMB-21, EMB-22: embed and theme in the address change how it looks, and other values are ignored', async () => {
    const rootOf = async (query: string) => /<html[^>]*>/.exec((await view(query)).html)?.[0].replaceAll(/ data-views="[^"]*"/g, '');
    expect(await rootOf('')).toBe('<html lang="en-GB">');
    expect(await rootOf('?embed=1')).toBe('<html lang="en-GB" data-embed>');
    expect(await rootOf('?embed=1&theme=dark')).toBe('<html lang="en-GB" data-embed data-theme="dark">');
    expect(await rootOf('?theme=light')).toBe('<html lang="en-GB" data-theme="light">');
    expect(await rootOf('?embed=yes&theme=%22%3E%3Cscript%3E')).toBe('<html lang="en-GB">');
  });

  test('PUB-39: the address prefills the form, whatever the encoding of its letters', async () => {
    await buildEvent(db, seriesId);
    for (const [sent, shown] of [
      ['Andr%E9', 'André'],
      ['100%+M%FCller', '100% Müller'],
      ['%8Aimon', 'Šimon'],
      ['%C5%81ukasz', 'Łukasz'],
      ['M%C3%BCller%C3', ''],
    ])
      expect([sent, (await view(`?last_name=${sent}`)).html.includes(`name="last_name" value="${shown}"`)]).toEqual([sent, true]);
    const { html } = await view('?first_name=Ada&amp;email=ada%40example.com&amp%3Butm_source=news');
    expect(html).toContain('name="utm_source" value="news"');
    expect(html).toMatch(/name="first_name"[^>]* value="Ada"/);
    expect(html).toMatch(/name="email"[^>]* value="ada@example.com"/);
    expect((await view()).html).not.toContain('Ada');
  });

  test('EMB-10, EMB-11: the page only contains an allowed redirectTo', async () => {
    await buildEvent(db, seriesId);
    expect((await view('?redirectTo=https%3A%2F%2Fhost.example%2Fthanks')).html).toContain('"redirectTo":"https://host.example/thanks"');
    expect((await view('?redirectTo=https%3A%2F%2Fevil.example%2F')).html).not.toContain('evil.example');
    expect((await view('?redirectTo=javascript:alert(1)')).html).not.toContain('alert');
  });
});

describe('addresses', () => {
  test('a wrong slug works, and the page names the right address', async () => {
    const { status, html } = await get(`/something-else/events-series/${seriesId}/view`);
    expect(status).toBe(200);
    expect(html).toContain(`<link rel="canonical" href="http://localhost/spring-training/events-series/${seriesId}/view">`);
  });

  test.each(['an id that is none', 'an unknown id', 'the id of the other kind of form'])('%s is a page that says so', async (what) => {
    const form = await buildMarketingForm(db);
    const id = { 'an id that is none': 'nonsense', 'an unknown id': newId(), 'the id of the other kind of form': form }[what];
    const { status, headers, html } = await view('', id);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('This form can&#x27;t be found');
    expect(html).toContain('<main class="sheet" aria-labelledby="title">');
  });
});

describe('how it is sent', () => {
  test.each([null, 'All about **looms** and Zoë'])('the compressed page is the same, with the description %j', async (description) => {
    await buildEvent(db, seriesId);
    await db.updateTable('forms').set({ description, form_version: 2 }).where('id', '=', seriesId).execute();
    const path = `/spring-training/events-series/${seriesId}/view`;
    const packed = await server.app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } });
    const plain = await server.app.inject({ url: path, headers: { 'accept-encoding': 'identity' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const own = /name="_(?:stamp|key)" value="[^"]*"/g;
    expect(gunzipSync(packed.rawPayload).toString().replaceAll(own, '')).toBe(plain.payload.replaceAll(own, ''));
  });

  test('each load has its own form token and key, and the current form', async () => {
    await buildEvent(db, seriesId);
    const keyOf = (html: string) => /name="_key" value="([^"]*)"/.exec(html)?.[1];
    const [first, second] = [await view(), await view()];
    expect(keyOf(first.html)).toMatch(/^[\w-]{36}$/);
    expect(keyOf(first.html)).not.toBe(keyOf(second.html));
    await db.updateTable('forms').set({ title: 'Summer training', form_version: 2 }).where('id', '=', seriesId).execute();
    expect((await view()).html).toContain('<title>Summer training – Northfield Training</title>');
  });

  test('EMB-5, EMB-4: it may be framed as the settings say, and loads nothing from other hosts', async () => {
    await buildEvent(db, seriesId);
    const { headers, html } = await view();
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors https://host.example');
    const ours = "'self' http://localhost";
    expect(policy).toMatch(new RegExp(`script-src ${ours} 'sha256-[^']+';`));
    expect(policy).toMatch(/style-src 'sha256-[^']+'(?:;|$)/);
    expect(policy).not.toContain('unsafe-inline');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
    expect(policy).toContain(`img-src ${ours} data:;`);
    expect([...html.matchAll(/(?:src|srcset)="([^"]*)"/g)].map(([, address]) => address)).toEqual(['/assets/organisation-logo']);
  });

  test('PUB-37: the logo comes from our own address, and does nothing when it is opened alone', async () => {
    expect((await get('/assets/organisation-logo')).status).toBe(404);
    logo = { type: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    const { status, headers, html } = await get('/assets/organisation-logo');
    expect([status, headers.get('content-type'), html]).toEqual([200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('SRC-4: the page of a series or marketing form names the call that it makes on load', async () => {
    await buildEvent(db, seriesId);
    expect((await view()).html).toContain(`data-views="/api/event_series/${seriesId}/track_views"`);
    const form = await buildMarketingForm(db);
    expect((await get(`/white-paper/form/${form}/view`)).html).toContain(`data-views="/api/form/${form}/track_views"`);
  });

  test('SRC-1, EXTRA-51: without visit reports a page is counted anyway, and does not report where a visitor came from', async () => {
    const quiet = await createSignUpPageServer({ VISIT_REPORTS: 'false' });
    const series = await buildSeries(quiet.db, { title: 'Spring training' });
    await buildEvent(quiet.db, series);
    const form = await buildMarketingForm(quiet.db);
    const read = async (path: string) => (await fetch(`${quiet.url}${path}`)).text();
    const pages = [
      await read(`/spring-training/events-series/${series}/view?embed=1`),
      await read(`/white-paper/form/${form}/view?embed=1`),
    ];
    expect(pages.map((page) => /data-views="([^"]*)"/.exec(page)?.[1])).toEqual([
      `/api/event_series/${series}/track_views`,
      `/api/form/${form}/track_views`,
    ]);
    expect(pages.join('')).not.toContain('name="_via"');
  });

  test('no staff settings are in the page', async () => {
    await db
      .updateTable('forms')
      .set({ slack_channel_id: 'C0SECRET', copper_tag: 'secret-tag', email_forward: 'secret@example.com', email_from: 'from@example.com' })
      .where('id', '=', seriesId)
      .execute();
    await buildEvent(db, seriesId, { copper_tag: 'secret-event', calendar_id: 'secret-calendar' });
    await buildField(db, { form_id: seriesId }, { show_on_slack: true });
    expect((await view()).html).not.toMatch(/secret|C0SECRET|from@example|slack/i);
  });
});
