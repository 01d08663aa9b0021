import libmime from 'libmime';
import { expect, test } from 'vitest';
import { htmlToText } from '#contract/rules/mail/html-to-text.ts';
import { lastMail, tokensIn } from '#server/testing/mails/last-mail.ts';
import { pngBytes, pngFile } from '#server/testing/pictures.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest } from '#server/testing/worker.ts';
import type { RegistrationPath } from '#server/wire-names.ts';

const { server, db, world } = await createServerWithWorker();

const { lastSubject, lastText } = lastMail(world.smtp);

async function send(registration: RegistrationPath, details: object): Promise<void> {
  await recordChange(db, { ...registration, kind: 'announced', actor: 'staff', details });
  await atRest(db);
}

test('SLF-34: a series may have its own subject and text, also in HTML', async () => {
  const registration = await buildRegistration(db, { status: 'waiting' });
  const own = {
    subject: '%FNAME%, please wait',
    template: '<p>Position: %WAITING%</p>\n<p><a href="%LINK%">Leave</a> %OTHER%</p>',
  };
  const path = `/event_series/${registration.seriesId}/mails`;
  expect((await server.post(path, { kind: 'waiting', ...own })).status).toBe(200);
  await send(registration, { mail: 'waiting', note: 'Soon' });
  const position = 'Position: Fire safety – Tuesday 12 January 2055, 09:30 GMT – position 1';
  expect([lastSubject(), lastText()]).toEqual(['Ada, please wait', `${position}\n\nLeave ({link}) %OTHER%`]);
  await server.post(path, { kind: 'waiting', subject: null, template: null });
  await send(registration, { mail: 'waiting' });
  expect(lastSubject()).toBe("You're on the waiting list: Fire safety");
});

test.each([
  ['text', 'You have a place at: %EVENTS%\n\nChange it: %LINK%', true],
  ['HTML', '<p>You have a place at:</p>\n<p>%EVENTS%</p>\n<p>Change it: <a href="%LINK%">here</a></p>', true],
  [
    'a whole document',
    '<html><body><p>You have a place at:</p>\n<p>%EVENTS%</p>\n<p><a href="%LINK%">Change it</a></p></body></html>',
    false,
  ],
])(
  'FACE-44, FACE-47, FACE-52: as %s it arrives with two parts, read by two parsers, in the layout or its own design',
  async (_what, template, isInLayout) => {
    const registration = await buildRegistration(db, { series: { self_service: true }, event: { venue: 'Harbour House – é' } });
    await server.post(`/event_series/${registration.seriesId}/mails`, { kind: 'place', subject: 'Place – é', template });
    await send(registration, { mail: 'place' });
    const { raw, parsed } = world.smtp.mails.at(-1)!;
    const { subject, 'content-type': type } = libmime.decodeHeaders(raw.slice(0, raw.indexOf('\r\n\r\n')));
    expect([libmime.decodeWords(String(subject)), parsed.subject]).toEqual(['Place – é', 'Place – é']);
    expect(libmime.parseHeaderValue(String(type))).toMatchObject({ value: 'multipart/alternative' });
    const { html = '', text = '' } = parsed;
    for (const words of ['You have a place at:', 'Fire safety', 'Harbour House – é', 'Change it'])
      expect([words, text.includes(words), htmlToText(html).includes(words)]).toEqual([words, true, true]);
    expect(tokensIn(text)).toEqual(tokensIn(html).slice(0, 1));
    expect([html.includes('class="d"'), html.includes('</style>')]).toEqual([isInLayout, isInLayout]);
  },
);

test('FACE-17: a mail of a series has its accent, and its logo next to the name of the organisation; a deleted one is omitted', async () => {
  const { body } = await server.post('/pictures', pngFile(240, 80));
  const theme = { accent: '#0f6b66', font: 'serif', scheme: 'auto', logo: body.data.id } as const;
  const registration = await buildRegistration(db, { series: { theme, self_service: true } });
  await send(registration, { mail: 'place' });
  const { raw, parsed } = world.smtp.mails.at(-1)!;
  expect(parsed.html).toMatch(
    /src="cid:logo@turnout[^>]*><\/td><td[^>]*>Our organisation<.*<td class="b" align="center" bgcolor="#0f6b66"/s,
  );
  expect(raw).toMatch(/Content-Type: image\/png\r\nContent-ID: <logo@turnout[.]\w{16}>/i);
  expect(raw.replaceAll('\r\n', '')).toContain(pngBytes(240, 80).toString('base64'));
  await db.deleteFrom('pictures').execute();
  await send(registration, { mail: 'place' });
  expect(world.smtp.mails.at(-1)!.parsed.html).not.toContain('<img');
});

test('SLF-30: placeholders of other kinds, and those that mails add themselves, stay as typed', async () => {
  const registration = await buildRegistration(db);
  const own = { kind: 'place', subject: 'Yours until %OFFER_ENDS%', template: '%NOTE%\n%CHANGES%\n%EVENT% %OTHERS%\n%CONTACT%: %LINK%' };
  await server.post(`/event_series/${registration.seriesId}/mails`, own);
  await send(registration, { mail: 'place', note: 'Soon', changes: [{ label: 'Date', before: 'Monday', now: 'Tuesday' }] });
  expect([lastSubject(), lastText()]).toEqual([
    'Yours until %OFFER_ENDS%',
    "%NOTE%\n%CHANGES%\nFire safety %OTHERS%\nCan't come? Please contact Our organisation.",
  ]);
});
