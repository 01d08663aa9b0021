import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MAYBE_SENT } from '#contract/steps/causes.ts';
import { MAY_HAVE_ARRIVED } from '#contract/texts/steps.ts';
import { pauseService } from '#server/services/pace.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { chooseMore, expectAccessibleViews, expectShown, hammer } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, open, world } = await startServiceProduct();

test('MLG-2, MLG-3, MLG-20, MLG-24, MLG-34, MLG-35, MLG-39, MLG-57, MLG-58, MLG-59, MLG-72, MLG-74: an event’s people are written to, after an Undo, and the emails that they got are read', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Spring', email_from: 'team@example.com', self_service: true });
  const eventId = await buildEvent(db, seriesId, { title: 'Fire safety', starts_at: '2055-01-12T09:30:00Z' });
  for (const name of ['ada', 'bea', 'cy'])
    await buildSignUp(
      db,
      { form_id: seriesId },
      { events: [eventId], first_name: name, email: `${name}@example.com`, awaiting_fan_out: false },
    );
  const page = await open(`/spring/events-series/${seriesId}`);
  await page.getByRole('link', { name: 'Write to attendees…' }).click();
  await page.getByRole('heading', { name: 'Write to attendees', level: 1 }).waitFor();
  const write = page.getByRole('button', { name: 'Send to 3 people…' });
  await expectShown(page.getByRole('button', { name: 'All 3', exact: true }));
  expect(await page.getByRole('button', { name: /^(Duplicates|Same address)/ }).count()).toBe(0);
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  const phone = { width: 390, height: 844 };
  await page.setViewportSize(phone);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await write.click();
  await expectShown(page.getByText('Please enter a subject'));
  await page.setViewportSize(wide);
  await page.getByLabel('Subject').fill('Where to park');
  await page.getByLabel('Text', { exact: true }).fill('Hello %FNAME%,\n\nplease park behind the house.\n\n%EVENTS%\n\n%FEEDBACK%');
  await page.reload();
  await expect.poll(async () => page.getByLabel('Subject').inputValue()).toBe('Where to park');
  await expectShown(page.getByText('1 of 3'));
  await expectShown(page.getByText(/^The email (?:ada|bea|cy) .*gets$/));
  const note = page.getByText('This series has no feedback list: %FEEDBACK% stays empty');
  const [icon, whole] = [await note.locator('svg').boundingBox(), await note.boundingBox()];
  expect((icon?.y ?? 0) - (whole?.y ?? 0)).toBeGreaterThan(1); // Beside the lines, and not above them.
  await expectAccessibleViews(page);
  await write.click();
  const dialog = page.getByRole('dialog', { name: 'Send to 3 people?' });
  await expectShown(dialog.getByText('You can undo it for 10 seconds'));
  await expectShown(dialog.getByText('Attendees of ‘Fire safety’'));
  await dialog.getByText('Later', { exact: true }).click();
  const later = page.getByRole('dialog', { name: 'Send to 3 people later?' });
  await expectShown(later.getByText('Everyone who matches at that time gets it; 3 do now.'));
  await later.getByText('Now', { exact: true }).click();
  await expectAccessibleViews(page);
  await dialog.getByRole('button', { name: 'Send to 3 people' }).click();
  await page.locator('strong', { hasText: /^Sending to 3 people in \d+ seconds?$/ }).waitFor();
  // Screen readers announce the first change, and then every ten seconds.
  const spoken = page.getByRole('region', { name: 'Progress' }).getByRole('status');
  await page.waitForTimeout(1_200);
  const first = await spoken.innerText();
  await page.waitForTimeout(2_200);
  expect(await spoken.innerText()).toBe(first);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Write to attendees', level: 1 }).waitFor();
  await expect.poll(async () => page.getByLabel('Subject').inputValue()).toBe('Where to park');
  expect(world.smtp.mails).toEqual([]);
  await pauseService(db, 'mailings', 60_000);
  await write.click();
  await hammer(dialog.getByRole('button', { name: 'Send to 3 people' }));
  await page.getByText(/^The mail server cannot be reached[.] The next attempt is at \d\d:\d\d[.]$/).waitFor({ timeout: 25_000 });
  await expectAccessibleViews(page);
  await db.deleteFrom('service_pace').execute();
  await page.getByRole('strong').filter({ hasText: 'Sent to 3 of 3 people' }).waitFor({ timeout: 25_000 });
  await expectAccessibleViews(page);
  expect(world.smtp.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    'ada@example.com',
    'bea@example.com',
    'cy@example.com',
  ]);
  await page.route('**/mailing/*/people*', async (route) => route.fulfill({ status: 403, json: {} }));
  await page.reload();
  await page.getByText('Error: A proxy or firewall answered with error 403.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.setViewportSize(phone);
  await expectShown(page.getByRole('table', { name: 'People' }).getByText('ada@example.com'));
  await page.setViewportSize(wide);
  const readAda = page.getByRole('button', { name: 'Read ada Lovelace' });
  await readAda.click();
  const mail = page.getByRole('dialog', { name: 'Where to park' });
  await expectShown(mail.getByText('As it was sent.'));
  await expectShown(mail.getByText(/^Sent on .+ to ada@example\.com\.$/));
  const text = mail.getByTitle('Email').contentFrame();
  await expectShown(text.getByRole('paragraph').filter({ hasText: 'please park behind the house.' }));
  await expectAccessibleViews(page);
  await page.keyboard.press('Escape');
  await expectFocused(readAda);
  await page.getByRole('link', { name: 'Open person bea' }).click();
  await page.getByRole('complementary', { name: 'bea Lovelace' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Mailings' }).click();
  const listed = page.getByRole('table', { name: 'Mailings' }).getByRole('row').filter({ hasText: 'Where to park' });
  await expectShown(listed.getByText('3 of 3'));
  await expectAccessibleViews(page);
  await db.deleteFrom('submissions').where('email', '=', 'cy@example.com').execute();
  const link = await listed.getByRole('link', { name: 'Where to park' }).getAttribute('href');
  await page.goto(new URL(link ?? '', page.url()).href); // The people read before may still be fresh.
  await expectShown(page.getByRole('table', { name: 'People' }).getByText('Deleted', { exact: true }));
  await db.updateTable('submissions').set({ first_name: 'Adele' }).where('email', '=', 'ada@example.com').execute();
  await page.goto(new URL(`/spring/events-series/${seriesId}?event=${eventId}`, page.url()).href);
  await page.getByRole('button', { name: 'Details of Adele Lovelace' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: /^Read / }).click();
  await expectShown(mail.getByText('Some details have changed since.'));
  await expectShown(text.getByText('Hello Adele,'));
  await expectAccessibleViews(page);

  // An email that may have arrived is resent only after a confirmation.
  await sql`update submission_steps set state = 'failed', cause = ${MAYBE_SENT}, message = ${MAY_HAVE_ARRIVED} where step = 'mailing'`.execute(
    db,
  );
  await sql`update mailings set counts = jsonb_set(counts, '{not_known}', '1')`.execute(db);
  await page.goto(new URL(`/spring/events-series/${seriesId}/mailings`, page.url()).href);
  await listed.getByText('3 of 3').waitFor();
  expect(await listed.innerText()).toContain('3 of 3, 1 needs attention');
  const person = await db.selectFrom('submissions').select('id').where('email', '=', 'ada@example.com').executeTakeFirstOrThrow();
  await page.goto(new URL(`/spring/events-series/${seriesId}?event=${eventId}&attendee=${person.id}`, page.url()).href);
  const question = page.getByRole('dialog', { name: 'Send 1 email again?' });
  await page
    .getByRole('button', { name: /^Retry / })
    .first()
    .click();
  await expectShown(question.getByText('It may arrive twice.'));
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(world.smtp.mails).toHaveLength(3);

  // Mailings that have not gone out to everyone are lost with the event and the series.
  const loss = '1 mailing has not gone out to everyone: the rest will not be sent.';
  await sql`update mailings set ended_at = null, stopped_at = now() where form_id = ${seriesId}`.execute(db);
  await sql`
    insert into mailings (id, form_id, kind, audience, begins_at, ended_at, subject, template)
    select gen_random_uuid(), ${seriesId}::uuid, 'mailing', '{}', now(), now(), 'Done', 'Done' from generate_series(1, 60)`.execute(db);
  await chooseMore(page.getByRole('article'), 'Delete');
  await expectShown(page.getByRole('dialog').getByText(loss));
});

test('MLG-11, MLG-22: a mailing has the titles in its subject filled in; a scheduled one counts down without a number of people, since that depends on who matches then', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Spring', email_from: 'team@example.com' });
  const eventId = await buildEvent(db, seriesId, { title: 'Fire safety' });
  await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
  await sql`
    insert into mailings (id, form_id, kind, purpose, audience, begins_at, subject, template)
    values (${eventId}::uuid, ${seriesId}::uuid, 'mailing', 'service', ${JSON.stringify({ events: [eventId] })}::jsonb,
      now() + interval '50 seconds', '%FNAME%: %EVENT%, %SERIES%', 'Hello')`.execute(db);
  const page = await open(`/spring/events-series/${seriesId}/mailings/${eventId}`);
  await expectShown(page.getByRole('strong').filter({ hasText: /^Sending in \d+ seconds$/ }));
  await expectShown(page.getByText('1 person matches now.'));
  await expectShown(page.getByRole('heading', { level: 1, name: '%FNAME%: Fire safety, Spring' }));
  await expectAccessibleViews(page);
  await page.getByRole('link', { name: 'Mailings', exact: true }).click();
  await expectShown(page.getByRole('link', { name: '%FNAME%: Fire safety, Spring' }));
  await db.deleteFrom('events').execute();
  await page.reload();
  await expectShown(page.getByRole('link', { name: '%FNAME%: a deleted event, Spring' }));
});

test('MLG-21, MLG-25: in the list a mailing that was stopped has Send the rest, and its page says how many no longer match', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Spring', email_from: 'team@example.com' });
  await sql`
    insert into mailings (id, form_id, kind, audience, begins_at, stopped_at, subject, template)
    values (gen_random_uuid(), ${seriesId}::uuid, 'mailing', '{}', now(), now(), 'Parking', 'Hello')`.execute(db);
  const page = await open(`/spring/events-series/${seriesId}/mailings`);
  const row = page.getByRole('row', { name: /Parking/ });
  await row.getByRole('link', { name: 'Parking' }).click();
  await page.getByRole('strong').filter({ hasText: 'Stopped at 0 of 0.' }).waitFor();
  await expectAccessibleViews(page);
  await page.goBack();
  await expectShown(row.getByText('Stopped'));
  await expectAccessibleViews(page);
  await row.getByRole('button', { name: 'Send the rest' }).click();
  await row.getByText('Stopped').waitFor({ state: 'detached' });
  await sql`update mailings set ended_at = now()`.execute(db);
  await page.reload();
  await expectShown(row.getByText('Nobody to send to'));
  await expectShown(row.getByText('Skipped'));
  await sql`update mailings set people_shown = 2, is_written = true`.execute(db);
  await page.reload();
  await expectShown(row.getByText('0 of 2, 2 skipped'));
  await expectShown(row.getByText('Skipped', { exact: true }));
  await row.getByRole('link', { name: 'Parking' }).click();
  await expectShown(page.getByRole('strong').filter({ hasText: 'Sent to nobody: 2 people skipped' }));
  await expectShown(page.getByText('2 people no longer match.'));
});

test('MLG-1, MLG-11, MLG-14, MLG-59: the answers that people were chosen by are named, and those of a form are written to from its card, without placeholders of events', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Spring', email_from: 'team@example.com' });
  const eventId = await buildEvent(db, seriesId, { title: 'Day one' });
  await buildField(db, { form_id: seriesId }, { label: 'Diet' });
  const signUp = { events: [eventId], awaiting_fan_out: false };
  await buildSignUp(db, { form_id: seriesId }, { ...signUp, email: 'vegan@example.com', answers: { diet: 'Vegan' } });
  await buildSignUp(db, { form_id: seriesId }, signUp);
  const formId = await buildMarketingForm(db, { title: 'Brochure' });
  const page = await open('/home');
  const audience = JSON.stringify({ events: [eventId], answers: '{"diet":null}' });
  await page.goto(`${url}/spring/events-series/${seriesId}/mailings/new?audience=${encodeURIComponent(audience)}`);
  await page.getByLabel('Subject').fill('Lunch: %EVENT%');
  await page.getByLabel('Text', { exact: true }).fill('What do you eat?');
  await page.getByRole('button', { name: 'Send to 1 person…' }).click();
  await expectShown(page.getByText('Attendees of ‘Day one’, filtered: Diet: Not answered'));
  await expectShown(page.getByRole('dialog').getByText('Lunch: Day one'));
  await buildSignUp(db, { form_id: seriesId }, { ...signUp, email: 'late@example.com' });
  await page.evaluate(() => ['offline', 'online'].map((type) => window.dispatchEvent(new Event(type))));
  await expectShown(page.getByText('Send to 2 people…', { exact: true }));
  expect(await page.getByText(/now match/).count()).toBe(0);
  await page.getByRole('button', { name: 'Send to 1 person', exact: true }).click();
  await expectShown(page.getByRole('alert').getByText('1 more person now matches.'));
  await page.route('**/mailing/send', lose);
  await page.getByRole('button', { name: 'Send to 2 people', exact: true }).click();
  await expectShown(page.getByRole('alert').getByText('The server could not be reached.'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove Diet: Not answered' }).click();
  await expectShown(page.getByRole('button', { name: 'Send to 3 people…' }));
  expect(await page.getByRole('button', { name: /Not answered/ }).count()).toBe(0);
  await page.goto(`${url}/spring/events-series/${seriesId}/mailings`);
  await expectShown(page.getByText('Write to the people of one or more events.'));
  await page.goto(`${url}/brochure/form/${formId}/mailings`);
  await expectShown(page.getByText('Write to everyone who signed up, or to some of them.'));
  await page.goto(`${url}/brochure/form/${formId}`);
  await page.getByRole('link', { name: 'Write to attendees…' }).click();
  await expectShown(page.getByRole('button', { name: '%SERIES%' }));
  const alert = page.getByRole('alert').filter({ hasText: 'Replies will be lost: this form has no sender.' });
  expect(await alert.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(`/brochure/form/${formId}/edit#mail`);
  expect(await page.getByRole('button', { name: /%(?:EVENTS|LINK)%/ }).count()).toBe(0);
  await page.getByLabel('Text', { exact: true }).fill('%LINK% and %HOTEL%');
  await expectShown(page.getByText("%HOTEL% isn't a placeholder. It will be sent as typed."));
  expect(await page.getByText("%LINK% isn't a placeholder").count()).toBe(0);
});

test('MLG-57: an event deleted in the meantime is no longer chosen, and the editor makes no calls while nobody types', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Spring', email_from: 'team@example.com' });
  const [kept, deleted] = [await buildEvent(db, seriesId, { title: 'Kept' }), await buildEvent(db, seriesId, { title: 'Deleted' })];
  await buildSignUp(db, { form_id: seriesId }, { events: [kept], awaiting_fan_out: false });
  await db.deleteFrom('events').where('id', '=', deleted).execute();
  const page = await open(
    `/spring/events-series/${seriesId}/mailings/new?audience=${encodeURIComponent(`{"events":["${kept}","${deleted}"]}`)}`,
  );
  await expectShown(page.getByRole('button', { name: 'Send to 1 person…' }));
  // Nothing is previewed before there is a text, so there is nobody to turn to.
  await expectShown(page.getByText(/^The email appears here once/));
  expect(await page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0);
  // Then the page reads nothing more.
  await page.waitForTimeout(1_000);
  const begun = await page.evaluate(async () => {
    const begin = window.setTimeout.bind(window);
    const pauses: unknown[] = [];
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (pauses.push(ms), begin(run, ms)) });
    await new Promise((resolve) => begin(resolve, 1_500));
    return pauses;
  });
  expect(begun).not.toContain(400);
});

test('MLG-17, MLG-20: if number or preview could not be read, Retry reads them, keeps the focus and says so', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Spring', email_from: 'team@example.com' });
  const eventId = await buildEvent(db, seriesId, { title: 'Day one' });
  await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
  const page = await open('/home');
  await page.route(/\/mailing\/(?:audience|preview)$/, async (route) =>
    route.fulfill({ status: 400, json: { title: 'No', detail: 'Not now' } }),
  );
  await page.goto(`${url}/spring/events-series/${seriesId}/mailings/new?audience=${encodeURIComponent(`{"events":["${eventId}"]}`)}`);
  await page.getByLabel('Subject').fill('Parking');
  await page.getByLabel('Text', { exact: true }).fill('Hello %FNAME%');
  const retries = page.getByRole('button', { name: 'Retry' });
  await expect.poll(async () => retries.count()).toBe(2);
  await expectAccessibleViews(page);
  await page.unrouteAll();
  for (const left of [1, 0]) {
    const release = await holdRequests(page, /\/mailing\/(?:audience|preview)$/);
    await retries.first().click();
    await expectFocused(retries.and(page.locator('[data-loading]')));
    release();
    await expect.poll(async () => retries.count()).toBe(left);
  }
  await expectShown(page.getByText('1 of 1'));
  const mail = page.frameLocator('[title="Email preview"]').getByRole('paragraph').filter({ hasText: 'Hello' });
  await expectShown(mail);
  // On a phone, the preview shows text typed before it was first opened.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Text', { exact: true }).fill('Hello again');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expectShown(mail.filter({ hasText: 'again' }));
});
