import { inflateSync } from 'node:zlib';
import decode from 'qr/decode.js';
import { expect, test } from 'vitest';
import { CODE_IS_ATTACHED, SHOW_CODE } from '#contract/texts/words/mails.ts';
import { checkInCode, digestOfCode, submissionOfCode } from '#server/registrations/check-in-codes.ts';
import { createToken } from '#server/registrations/links.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { atRest } from '#server/testing/worker.ts';

const { db, smtp } = await createServerWithWorker();
const pages = await createSignUpPageServer();

/** What a scanner reads in a PNG with one bit for each pixel. */
function readPng(png: Buffer): string {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isLight = ((lines[y * (width / 8 + 1) + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      data.fill(isLight === 1 ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return decode({ width, height, data });
}

test('ATD-35, ATD-36, ATD-37: with codes switched on, the mails about a place show one, which identifies the sign-up without revealing anything', async () => {
  const registration = await buildRegistration(db, { series: { check_in_codes: true } });
  const { code_key: key } = await db
    .selectFrom('forms')
    .select('code_key')
    .where('id', '=', registration.seriesId)
    .executeTakeFirstOrThrow();
  const send = async (mail: 'place' | 'cancelled') => {
    await recordChange(db, { ...registration, kind: 'announced', actor: 'staff', details: { mail } });
    await atRest(db);
    return smtp.mails.at(-1)!.parsed;
  };
  const { text, html, attachments } = await send('place');
  const picture = attachments.find(({ filename }) => filename === 'check-in-code.png');
  expect(picture).toMatchObject({ contentId: expect.stringMatching(/^<check-in-code@/), mimeType: 'image/png' });
  const code = readPng(Buffer.from(picture!.content as ArrayBuffer));
  expect(code).toBe(checkInCode(key, registration.submissionId));
  expect([submissionOfCode(key, code.toLowerCase()), digestOfCode(code)]).toEqual([
    registration.submissionId,
    expect.stringMatching(/^[\da-f]{12}$/),
  ]);
  expect(submissionOfCode(crypto.randomUUID(), code)).not.toBe(registration.submissionId);
  const inOrder = (mail = '', ...parts: string[]) => parts.toSorted((one, other) => mail.lastIndexOf(one) - mail.lastIndexOf(other));
  expect(inOrder(String(html), ' come? ', SHOW_CODE, 'Fire safety</div>')).toEqual(['Fire safety</div>', SHOW_CODE, ' come? ']);
  expect(inOrder(text, ' come? ', CODE_IS_ATTACHED, 'January')).toEqual(['January', CODE_IS_ATTACHED, ' come? ']);
  for (const template of ['First:\n\n%QR%\n\nThen: %EVENTS%', '<p>First:</p>\n<p>%QR%</p>\n<p>Then:</p>\n<p>%EVENTS%</p>']) {
    await db.deleteFrom('form_mails').execute();
    await db.insertInto('form_mails').values({ form_id: registration.seriesId, kind: 'place', subject: 'Yours', template }).execute();
    const own = await send('place');
    expect(inOrder(String(own.html), 'Then:', SHOW_CODE, 'First:')).toEqual(['First:', SHOW_CODE, 'Then:']);
    expect(own.text?.replaceAll(/\s+/g, ' ')).toContain(`First: ${CODE_IS_ATTACHED} Then:`);
    expect([own.html, own.text].join().match(/check-in code is attached|cid:check-in-code/g)).toHaveLength(2);
  }
  expect((await send('cancelled')).attachments).toEqual([]);
  await db.updateTable('forms').set({ check_in_codes: false }).execute();
  const without = await send('place');
  expect([without.attachments, /check-in|QR/.test(without.text ?? '')]).toEqual([[], false]);
});

test('ATD-38, SLF-17: the self-service page shows the code and calendar links until the event is over, and says when the person was checked in', async () => {
  const registration = await buildRegistration(pages.db, { series: { check_in_codes: true, self_service: true, calendar_entries: true } });
  const { pageOf } = selfService(pages);
  const path = `/registration/${await createToken(pages.db, registration.submissionId)}`;
  const shown = async () => textOf(await pageOf(path));
  expect(await shown()).toContain('Show this code at the door Or just give your name.');
  await pages.db.updateTable('registrations').set({ attended_at: '2055-01-12T09:12:00Z' }).execute();
  expect(await shown()).toMatch(/Checked in at 09:12.*Add to calendar|Add to calendar.*Checked in at 09:12/s);
  await pages.db
    .updateTable('events')
    .set({ starts_at: new Date(Date.now() - 172_800_000) })
    .execute();
  const after = await shown();
  expect(['Show this code', 'Add to calendar', 'You came'].map((text) => after.includes(text))).toEqual([false, false, true]);
});
