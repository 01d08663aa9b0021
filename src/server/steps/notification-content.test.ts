import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { startLogoHost } from '#server/testing/services/logo-host.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, launchWorker, startWorld } from '#server/testing/worker.ts';

const database = await openTestDatabase();
const { db } = database;
const world = await startWorld();
const { slack, smtp, copper } = world;
const logo = await startLogoHost();
const worker = await launchWorker(database, { ...world.settings, ORGANISATION_LOGO: logo.url });
afterAll(async () => {
  await worker.stop();
  await logo.stop();
});

describe('the content of notifications', () => {
  /** A sign-up with answers to a Slack field, to another one, and to one that has since been deleted. */
  async function signUpWithAnswers(): Promise<string> {
    const seriesId = await buildSeries(db, { ...ASKS_FOR_ALL, title: 'Spring' });
    const owner = { form_id: seriesId };
    await buildField(db, owner, { label: 'Diet', show_on_slack: true });
    await buildField(db, owner, { label: 'Secret', position: 1 });
    await buildField(db, owner, { label: 'Terms', type: 'checkbox', position: 2, show_on_slack: true });
    await buildField(db, owner, { label: 'Note', type: 'disclaimer', position: 3, show_on_slack: true });
    const events = [
      await buildEvent(db, seriesId, { title: 'Day one', starts_at: new Date('2050-07-12T09:30:00Z') }),
      await buildEvent(db, seriesId, { title: 'Day two' }),
    ];
    const answers = { diet: '<!channel> Vegan', secret: 'Hush', terms: true, gone: 'Old answer' };
    return buildSignUp(db, owner, { events, answers, accepts_marketing: true, submitted_at: new Date('2050-01-02T03:04:05Z') });
  }

  test('SLACK-1, SLACK-2: the channel gets name, organisation, job title, e-mail, events and the flagged fields, no others', async () => {
    await signUpWithAnswers();
    await atRest(db);
    const [message] = slack.messages;
    const texts = message!.blocks.flatMap((block) => block.fields ?? []).map(({ text }) => text);
    const rows = Array.from({ length: texts.length / 2 }, (_, index) => [texts[index * 2], texts[index * 2 + 1]]);
    expect([message!.channel, message!.text, rows]).toEqual([
      'C1',
      'New sign-up for Spring: Ada Lovelace',
      [
        ['*Name*', 'Ada Lovelace'],
        ['*Organisation*', 'Engines Ltd'],
        ['*Job title*', 'Analyst'],
        ['*Email*', 'ada@example.com'],
        ['*Events*', 'Day one – Tuesday 12 July 2050, 10:30\u00a0BST\nDay two – Date to be announced'],
        ['*Diet*', '<!channel> Vegan'],
        ['*Terms*', 'Yes'],
      ],
    ]);
  });

  test('PLC-4, PLC-7: channel, attendee and organiser get the end of an event, and none of them its join link', async () => {
    const seriesId = await buildSeries(db, { ...ASKS_FOR_ALL, title: 'Spring' });
    const [starts_at, ends_at] = [new Date('2050-07-12T09:30:00Z'), new Date('2050-07-12T16:00:00Z')];
    const event = await buildEvent(db, seriesId, { starts_at, ends_at, join_url: 'https://meet.example/secret' });
    await buildSignUp(db, { form_id: seriesId }, { events: [event] });
    await atRest(db);
    const line = 'Tuesday 12 July 2050, 10:30–17:00\u00a0BST';
    expect(JSON.stringify(slack.messages)).toContain(`Day one – ${line}`);
    expect(smtp.mails.map(({ parsed }) => [parsed.text?.includes(line), parsed.text?.includes('meet.example')])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(JSON.stringify([slack.messages, copper])).not.toContain('meet.example');
  });

  test('MAIL-1, MAIL-10, MAIL-11: the attendee gets the template, the organiser every answer with the attendee as Reply-To', async () => {
    const id = await signUpWithAnswers();
    await atRest(db);
    const to = (address: string) => smtp.mails.find(({ recipients }) => recipients.includes(address))!.parsed;
    expect(to('ada@example.com')).toMatchObject({
      subject: 'Welcome to Spring',
      from: { name: 'Our organisation', address: 'team@example.com' },
      messageId: `<${id}.email@localhost>`,
      text: expect.stringContaining(
        'Hello Ada,\nyou chose:\n\nDay one\nTuesday 12 July 2050, 10:30\u00a0BST\n\nDay two\nDate to be announced\n\nteam@example.com',
      ),
    });
    const copy = to('office@example.com');
    expect(copy).toMatchObject({
      replyTo: [{ address: 'ada@example.com' }],
      subject: 'New sign-up for Spring: Ada Lovelace',
      messageId: `<${id}.forward@localhost>`,
    });
    for (const line of [
      'Diet: <!channel> Vegan',
      'Secret: Hush',
      'Terms: Yes',
      'gone: Old answer',
      'Event: Day two – Date to be announced',
      'Accepts marketing: Yes',
      'Organisation: Engines Ltd',
    ]) {
      expect(copy.text).toContain(line);
    }
    expect(copy.html).toMatch(/<td dir="auto"[^>]*>&lt;!channel&gt; Vegan/);
  });

  test('MAIL-3, MAIL-6, MAIL-10: apostrophes and line breaks stay as typed, names are not links, and someone with one name is greeted by it', async () => {
    const seriesId = await buildSeries(db, { ...ASKS_FOR_ALL, title: "L'atelier" });
    const owner = { form_id: seriesId };
    await buildField(db, owner, { label: "Qu'est-ce que…", key: 'what', type: 'textarea' });
    await buildField(db, owner, { label: 'Quand', type: 'select', options: ["L'après-midi"], position: 1 });
    const answers = { quand: "L'après-midi", what: 'one\n"two"; l\'après-midi\nhttps://example.com/three' };
    await buildSignUp(db, owner, { first_name: '-', last_name: "O'Neil.Jr", job_title: 'win.agency', organisation: 'bank.email', answers });
    await atRest(db);
    const to = (address: string) => smtp.mails.find(({ recipients }) => recipients.includes(address))!.parsed;
    const mail = to('ada@example.com');
    expect([mail.subject, mail.text]).toEqual(["Welcome to L'atelier", expect.stringContaining("Hello O'Neil.\u200cJr,")]);
    expect(mail.html).toContain('Hello O&#39;Neil.\u200cJr,');
    const copy = to('office@example.com');
    expect(copy.subject).toBe("New sign-up for L'atelier: - O'Neil.Jr");
    for (const line of [
      "Last name: O'Neil.\u200cJr",
      'Job title: win.\u200cagency',
      'Organisation: bank.\u200cemail',
      "Quand: L'après-midi",
    ])
      expect(copy.text).toContain(line);
    expect(copy.text).toContain(`Qu'est-ce que…: ${answers.what}`);
    expect(copy.html).toContain('pre-wrap">one<br>&quot;two&quot;; l&#39;après-midi<br>https://example.com/three</td>');
  });

  test('MAIL-15: the forwarded copy has the organisation and its logo, too', async () => {
    await signUpWithAnswers();
    await atRest(db);
    const copy = smtp.mails.find(({ recipients }) => recipients.includes('office@example.com'))!.parsed;
    expect(copy.html).toMatch(/<img [^>]*src="cid:logo@turnout[\s\S]*>Our organisation<[\s\S]*>Hush</);
    expect(copy.attachments).toMatchObject([
      { mimeType: 'image/png', contentId: expect.stringMatching(/^<logo@turnout[.]/), disposition: 'inline' },
    ]);
    expect(copy.text).toContain('-- \nOur organisation');
  });

  test('CRM-5: the lead says whether and when the person accepted marketing', async () => {
    await signUpWithAnswers();
    await atRest(db);
    expect(copper.leads).toMatchObject([
      {
        name: 'Ada Lovelace',
        company_name: 'Engines Ltd',
        title: 'Analyst',
        tags: ['spring'],
        details: '2050-01-02 03:04 UTC: accepted marketing (Spring)',
      },
    ]);
  });

  test('SEC-5: for an existing lead, the consent is noted as unconfirmed', async () => {
    await signUpWithAnswers();
    await atRest(db);
    const [lead] = copper.leads;
    lead!.details = '2049-12-31 10:00 UTC: accepted marketing (Winter)';
    await buildSignUp(
      db,
      { form_id: await buildSeries(db, { ...ASKS_FOR_ALL, title: 'Summer' }) },
      { submitted_at: new Date('2050-03-04T05:06:07Z'), accepts_marketing: true },
    );
    await atRest(db);
    expect(copper.leads[0]!.details).toBe(
      '2049-12-31 10:00 UTC: accepted marketing (Winter)\n2050-03-04 05:06 UTC: accepted marketing on a form, address not confirmed (Summer)',
    );
  });

  test('CRM-2: a lead gets the distinct tags of the series and the chosen events, and no others', async () => {
    const seriesId = await buildSeries(db, { copper_tag: 'spring' });
    const events = [
      await buildEvent(db, seriesId, { copper_tag: 'day one' }),
      await buildEvent(db, seriesId, { copper_tag: 'spring' }),
      await buildEvent(db, seriesId, { copper_tag: 'day three' }),
    ];
    await buildEvent(db, seriesId, { copper_tag: 'not chosen' });
    await buildSignUp(db, { form_id: seriesId }, { events });
    await atRest(db);
    expect(copper.leads.map(({ tags }) => tags.toSorted())).toEqual([['day one', 'day three', 'spring']]);
  });

  test('CRM-3: two simultaneous sign-ups of one person put both tags on one lead', async () => {
    const owners = await Promise.all(['one', 'two', 'three', 'four'].map(async (copper_tag) => buildSeries(db, { copper_tag })));
    copper.behaviours.set({ kind: 'slow', ms: 30 });
    await Promise.all(owners.map(async (form_id) => buildSignUp(db, { form_id })));
    await atRest(db);
    expect(copper.leads.map(({ tags }) => tags.toSorted())).toEqual([['four', 'one', 'three', 'two']]);
  });

  test('MAIL-4: for a marketing form, %SUCCESS% is the title', async () => {
    await buildSignUp(db, { form_id: await buildMarketingForm(db, { ...ASKS_FOR_ALL, title: 'White paper' }) });
    await atRest(db);
    expect(smtp.mails.find(({ recipients }) => recipients.includes('ada@example.com'))!.parsed.text).toContain('you chose:\nWhite paper\n');
    expect(slack.messages[0]!.blocks.flatMap((block) => block.fields ?? []).map(({ text }) => text)).not.toContain('*Events*');
  });
});
