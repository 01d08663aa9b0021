import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { checkInCode } from '#server/registrations/check-in-codes.ts';
import { expectAccessible, expectShown, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { buildDoor, button, goOffline, goOnline, row } from '../support/door.ts';
import { addRegistered } from '../support/limited-rows.ts';
import { startFormProduct } from '../support/public-forms.ts';

const { product, db } = await startFormProduct();

/** A camera that sees the code that `showCode` draws, or nothing. */
function fakeCamera(): void {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext('2d');
  let shown: readonly (readonly boolean[])[] = [];
  Object.assign(window, { showCode: (code: typeof shown) => (shown = code) });
  setInterval(() => {
    if (context === null) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 640, 480);
    context.fillStyle = '#000';
    shown.forEach((line, y) => line.forEach((isDark, x) => isDark && context.fillRect(150 + x * 8, 70 + y * 8, 8, 8)));
  }, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
  MediaStreamTrack.prototype.getCapabilities = () => Object({ torch: true });
  MediaStreamTrack.prototype.applyConstraints = async (wish) => void Object.assign(window, { light: wish?.advanced?.[0] });
}

test('ATD-25, ATD-26, ATD-27, ATD-61: the camera checks in by codes, also mirrored ones, and explains other codes', async () => {
  const door = await buildDoor(db);
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  await page.context().addInitScript(fakeCamera);
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', door.seriesId).executeTakeFirstOrThrow();
  const show = async (text: string | undefined) =>
    page.evaluate((code) => Object(window).showCode(code), text === undefined ? [] : encode(text, { ecc: 'M', border: 4 }).data);
  const result = page.locator('.result');
  await button(page, 'Scan').click();
  await expectShown(page.getByText('Hold the code in front of the camera'));
  for (const torch of [true, false]) {
    await page.getByLabel('Light').click();
    await expect.poll(async () => page.evaluate(() => Object(window).light)).toEqual({ torch });
  }
  await show(checkInCode(key, door.submissions[1] ?? ''));
  await expectShown(result.filter({ hasText: 'Gwen Bevan' }).getByText('Here', { exact: true }));
  await expect.poll(door.here).toEqual(['Bevan']);
  // While it stays in view it is one scan.
  await expect.poll(async () => result.count(), { timeout: 10_000 }).toBe(0);
  await show(undefined);
  await page.waitForTimeout(6_000);
  const { data } = encode(checkInCode(key, door.submissions[1] ?? ''), { ecc: 'M', border: 4 });
  await page.evaluate(
    (code) => Object(window).showCode(code),
    data.map((line) => line.toReversed()),
  );
  await expectShown(result.getByText(/^Already here since \d\d:\d\d$/));
  await show('https://example.com/');
  await expectShown(result.getByText('Not one of our codes'));
  await expectAccessible(page);

  // The server is asked about people who are not in the list, if it can be reached.
  const [{ id: waiting } = { id: '' }] = await db.selectFrom('submissions').select('id').where('last_name', '=', 'Prout').execute();
  await show(checkInCode(key, waiting));
  await expectShown(result.getByText('Waiting list, position 1'));
  await button(page, 'Let in').click();
  await expect.poll(door.here).toEqual(['Bevan', 'Prout']);
  // Undo applies to the person shown, even if the foot of the list names someone else.
  const [late = ''] = await addRegistered(db, { seriesId: door.seriesId, eventId: door.eventId, status: 'confirmed' }, [
    { first_name: 'Late', last_name: 'Comer', email: 'late@example.com' },
  ]);
  await show(checkInCode(key, late));
  await expectShown(result.getByText('Late Comer'));
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(door.here).toEqual(['Bevan', 'Prout']);
  const other = await buildDoor(db, { title: 'Day two' });
  const { code_key: otherKey } = await db.selectFrom('forms').select('code_key').where('id', '=', other.seriesId).executeTakeFirstOrThrow();
  await show(checkInCode(otherKey, other.submissions[0] ?? ''));
  await expectShown(result.getByText('Not one of our codes'));
  await goOffline(page);
  for (const pause of [4_000, 0]) {
    await show(checkInCode(key, '00000000-0000-4000-8000-000000000000'));
    await expectShown(result.getByText('Kept. It will be checked when you are back online.'));
    await show(undefined);
    await page.waitForTimeout(pause);
  }
  await button(page, 'Done').click();
  await expectShown(page.getByText('Offline – 1 check-in kept on this phone'));
  await expectShown(row(page, 'Bevan').getByText(/^Here/));

  // If the camera is refused, the list is shown again.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await button(page, 'Scan').click();
  await expectShown(page.getByText("The camera can't be used here: the browser was not allowed to use it. Search by name instead."));
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search by name');
});

test('ATD-25: with several cameras another one can be chosen, which is used from then on', async () => {
  const door = await buildDoor(db);
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  await page.context().addInitScript(fakeCamera);
  await page.context().addInitScript(() => {
    const { mediaDevices } = navigator;
    const [open, asked] = [mediaDevices.getUserMedia.bind(mediaDevices), [] as unknown[]];
    Object.assign(window, { asked });
    mediaDevices.getUserMedia = async (wanted) => {
      const { deviceId = 'wide', facingMode } = Object(wanted?.video);
      asked.push(facingMode ?? deviceId);
      MediaStreamTrack.prototype.getSettings = () => ({ deviceId });
      return open(wanted);
    };
    mediaDevices.enumerateDevices = async () =>
      ['sound', 'wide', 'near'].map((deviceId) => Object({ deviceId, kind: deviceId === 'sound' ? 'audioinput' : 'videoinput' }));
  });
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  const asked = async () => page.evaluate(() => Object(window).asked);
  await button(page, 'Scan').click();
  await button(page, 'Other camera').click();
  await expect.poll(asked).toEqual(['environment', 'near']);
  await button(page, 'Other camera').click();
  await expect.poll(asked).toEqual(['environment', 'near', 'wide']);
  await expectShown(button(page, 'Other camera'));
  await expectAccessible(page);
  await button(page, 'Done').click();
  await button(page, 'Scan').click();
  await expect.poll(asked).toEqual(['environment', 'near', 'wide', 'wide']);
});

test('ATD-66: a scanner that acts as a keyboard checks in through the search box, one code after the other', async () => {
  const [door, other] = [await buildDoor(db), await buildDoor(db, { title: 'Day two' })];
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  const codeOf = async ({ seriesId, submissions }: typeof door, which: number) => {
    const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', seriesId).executeTakeFirstOrThrow();
    return checkInCode(key, submissions[which] ?? '');
  };
  const search = page.getByLabel('Search by name');
  await row(page, 'Prosser').waitFor();
  for (const [code, words] of [
    [await codeOf(door, 2), 'Siân Prosser is here'],
    [(await codeOf(door, 1)).toLowerCase(), 'Gwen Bevan is here'],
    [await codeOf(door, 1), /^Gwen Bevan: Already here since/],
    [await codeOf(other, 0), 'Not one of our codes'],
    [await codeOf(door, 1), /^Gwen Bevan: Already here since/],
    ['https://tickets.example/a', 'Not one of our codes'],
    [await codeOf(door, 1), /^Gwen Bevan: Already here since/],
    ['4006381333931', 'Not one of our codes'],
    ['z3fsnjyufm5kpk768q69gkbyrb', 'Not one of our codes'],
    ['WIFI:T:WPA;S:Venue;;', 'Not one of our codes'],
    ['ORDER #12345 SEAT 4', 'Not one of our codes'],
    ['ABCD-1234', 'Not one of our codes'],
    [`]Q1${await codeOf(door, 4)}`, 'Mark Kowal is here'],
    // After a search left in the box.
    [`Gw${await codeOf(door, 1)}`, /^Gwen Bevan: Already here since/],
  ] as const) {
    await search.pressSequentially(code);
    // Many scanners press Enter twice.
    for (const key of ['Enter', 'Enter']) await search.press(key);
    await expectShown(page.getByText(words));
    expect([await search.inputValue(), await row(page, 'Prosser').count()]).toEqual(['', 1]);
  }
  // A scanner that was set for an English keyboard types other letters, and figures without Shift, on others.
  const keyboards = [
    ['YZyz', 'ZYzy'],
    ['0123456789AQZWMazqwm', 'à&é"\'(-è_çQAWZ?qwaz,'],
    ['0123456789YZyz', 'é+ěščřžýáíZYzy'],
    ['0123456789YZyz', 'é+ľščťžýáíZYzy'],
  ] as const;
  for (const [read, typed] of keyboards) {
    for (const code of [await codeOf(door, 1), (await codeOf(door, 1)).toLowerCase(), `]q1${await codeOf(door, 1)}`]) {
      await search.pressSequentially(Array.from(code, (letter) => typed[read.indexOf(letter)] ?? letter).join(''));
      await search.press('Enter');
      await expectShown(page.getByText(/^Gwen Bevan: Already here since/));
      expect(await search.inputValue()).toBe('');
      await page.locator('.bar').waitFor();
    }
  }
  // A walk-in's address or organisation is not a code, nor is a search that finds several people.
  for (const text of ['gwen20261@example.com', 'Level39', 'Smith:', 'Cyngor:Llanfair']) {
    await search.fill(text);
    await search.press('Enter');
    expect(await search.inputValue()).toBe(text);
    expect(await search.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => selectionStart === selectionEnd)).toBe(true);
  }
  await search.fill('');
  expect(await door.here()).toEqual(['Bevan', 'Kowal', 'Prosser']);
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/door/taps', async (route) => {
    await answered;
    await route.continue();
  });
  for (const code of [await codeOf(other, 0), await codeOf(door, 0)]) {
    await search.pressSequentially(code);
    await search.press('Enter');
  }
  await expectShown(page.getByText('Zoë Adeyemi is here'));
  // The late answer about the first code replaces neither, and is not lost.
  answer();
  await expectShown(page.getByText("1 check-in didn't go through"));
  await expectShown(page.getByText('Not one of our codes'));
  await expectShown(page.getByText('Zoë Adeyemi is here'));
});

test('ATD-66: over http, where browsers make no digests, the server recognises what a scanner types', async () => {
  const door = await buildDoor(db);
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle'));
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  await row(page, 'Bevan').waitFor();
  const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', door.seriesId).executeTakeFirstOrThrow();
  await page.getByLabel('Search by name').fill(checkInCode(key, door.submissions[1] ?? ''));
  await page.keyboard.press('Enter');
  await expectShown(page.getByText('Gwen Bevan is here'));
  await expect.poll(door.here).toEqual(['Bevan']);
});

test('ATD-25, ATD-26: if the browser fails at pictures the library reads them, as a rear camera sees them; repeated results stay as long; the screen stays on again after a pause', async () => {
  const door = await buildDoor(db);
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  await page.context().addInitScript(fakeCamera);
  await page.context().addInitScript(() => {
    class Broken {
      static async getSupportedFormats() {
        return ['qr_code'];
      }
      async detect() {
        throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError');
      }
    }
    const locks: string[] = [];
    Object.assign(window, { BarcodeDetector: Broken, locks });
    const request = async (kind: string) => (locks.push(kind), { release: async () => undefined });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  const show = async (text: string) => page.evaluate((code) => Object(window).showCode(code), encode(text, { ecc: 'M', border: 4 }).data);
  // A rear camera, which does not mirror.
  await page.evaluate(() => {
    const turned = { count: 0 };
    CanvasRenderingContext2D.prototype.scale = () => void (turned.count += 1);
    MediaStreamTrack.prototype.getSettings = () => ({ facingMode: 'environment' });
    Object.assign(window, { turned });
  });
  await button(page, 'Scan').click();
  await show('https://example.com/a');
  const result = page.locator('.result').getByText('Not one of our codes');
  await expectShown(result);
  await page.waitForTimeout(2_500);
  await show('https://example.com/b');
  await page.waitForTimeout(3_000);
  expect(await result.count()).toBe(1);
  expect(await page.evaluate(() => Object(window).turned.count)).toBe(0);
  const locks = async () => page.evaluate(() => Object(window).locks.length);
  expect(await locks()).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await button(page, 'Continue').click();
  await expect.poll(locks).toBe(2);
});

test('ATD-27: a kept code that is shown again online has its result', async () => {
  const [door, other] = [await buildDoor(db), await buildDoor(db, { title: 'Day two' })];
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', other.seriesId).executeTakeFirstOrThrow();
  const type = async () => {
    await page.getByLabel('Search by name').fill(checkInCode(key, other.submissions[0] ?? ''));
    await page.getByLabel('Search by name').press('Enter');
  };
  await row(page, 'Bevan').waitFor();
  await goOffline(page);
  for (let times = 0; times < 2; times += 1) {
    await type();
    await expectShown(page.getByText('Kept. It will be checked when you are back online.'));
  }
  const answer = Promise.withResolvers<unknown>();
  await page.route('**/api/door/taps', async (route) => answer.promise.then(async () => route.continue()));
  await goOnline(page);
  await door.notify(null);
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'hidden' });
  await type();
  answer.resolve(undefined);
  await expectShown(page.locator('.bar').getByText('Not one of our codes'));
});
