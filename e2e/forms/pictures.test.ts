import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CANVAS_NOISE } from '#admin/pictures/prepare-picture.ts';
import { PICTURE_FAULTS } from '#contract/texts/pictures.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { jpegBytes, pngBytes, segment } from '#server/testing/pictures.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { buildSeriesToEdit, buttonOf, openEdit, saveMeanwhile } from './edit-series-screen.ts';

const product = await startStaffProduct();
const { db } = product;

let seriesId = '';
let page: Page;

beforeEach(async () => {
  seriesId = await buildSeriesToEdit(db);
  await db.deleteFrom('pictures').execute();
  page = await openEdit(product, seriesId);
});

const stored = async () => db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow();
const storedPictures = async () => db.selectFrom('pictures').selectAll().orderBy('width', 'desc').execute();
const cover = () => page.getByLabel('Cover picture').and(page.locator('[type="file"]'));
const thumbnail = () => page.locator('img[src^="/assets/pictures/"]');
/** The colours of the thumbnail at some places. */
const coloursOf = async (places: readonly (readonly [number, number])[]) =>
  thumbnail().evaluate((image: HTMLImageElement, at) => {
    const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return at.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
  }, places);
const choose = async (name: string, buffer: Buffer) => cover().setInputFiles({ name, mimeType: 'image/png', buffer });
const drop = async (name: string, buffer: Buffer) => {
  const dropped = await page.evaluateHandle(
    ([fileName, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], fileName));
      return data;
    },
    [name, [...buffer]] as const,
  );
  await cover().dispatchEvent('drop', { dataTransfer: dropped });
};

/** A JPEG, red on its left and blue on its right, or of noise, which no format makes light. */
async function jpegOf(width: number, height: number, isNoise = false): Promise<Buffer> {
  const address = await page.evaluate(
    async ([across, down, noise]) => {
      const canvas = new OffscreenCanvas(across, down);
      const context = canvas.getContext('2d')!;
      const image = context.createImageData(across, down);
      const colours = new Uint32Array(image.data.buffer);
      for (let at = 0; at < colours.length; at += 1) {
        const left = at % across < across / 2 ? 255 : 0;
        const [red, blue] = noise ? [Math.random() * 255, Math.random() * 255] : [left, 255 - left];
        colours[at] = (0xff << 24) | (blue << 16) | ((Math.random() * 200) << 8) | red;
      }
      context.putImageData(image, 0, 0);
      const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      const reader = new FileReader();
      const read = new Promise((resolve) => reader.addEventListener('load', resolve));
      reader.readAsDataURL(file);
      await read;
      return typeof reader.result === 'string' ? reader.result : '';
    },
    [width, height, isNoise] as const,
  );
  return Buffer.from(address.slice(address.indexOf(',')), 'base64');
}

/** A photograph that was taken with the camera on its side, which keeps where: upright, its top is red and its bottom blue. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const jpeg = await jpegOf(width, height);
  const camera = [0x01_0f, 2, 8, 50] as const; // make
  const orientation = [0x01_12, 3, 1, 6] as const;
  const place = [0x88_25, 4, 1, 58] as const; // where the GPS directory begins
  const north = [0x00_01, 2, 2, 0x4e] as const;
  const latitude = [0x00_02, 5, 3, 88] as const;
  const directory = (...entries: readonly (readonly [number, number, number, number])[]) => {
    const bytes = Buffer.alloc(6 + 12 * entries.length);
    bytes.writeUInt16LE(entries.length, 0);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      bytes.writeUInt16LE(tag, 2 + 12 * index);
      bytes.writeUInt16LE(type, 4 + 12 * index);
      bytes.writeUInt32LE(count, 6 + 12 * index);
      bytes.writeUInt32LE(value, 10 + 12 * index);
    }
    return bytes;
  };
  const degrees = Buffer.from(Uint32Array.of(51, 1, 27, 1, 13, 1).buffer);
  const exif = [
    Buffer.from('Exif\0\0II*\0\b\0\0\0', 'latin1'),
    directory(camera, orientation, place),
    Buffer.from('Camera9\0'),
    directory(north, latitude),
    degrees,
  ];
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, Buffer.concat(exif)), jpeg.subarray(2)]);
}

describe('a cover picture', () => {
  test('FACE-7, FACE-61: a photograph is stored upright, in two sizes, and without its place; too tall, it is cropped to its middle', async () => {
    const photo = await photograph(2_100, 1_700);
    expect(photo.includes('Exif')).toBe(true);
    await choose('harbour.jpg', photo);
    // The noise is encoded many times before it is small enough.
    await page.getByText('1,600 × 1,600').waitFor({ timeout: 90_000 });
    await expectShown(page.getByText('harbour.jpg'));
    await expectShown(page.getByText(/^Cropped to the middle/));
    const [large, small] = await storedPictures();
    for (const { bytes } of [large!, small!]) for (const kept of ['Exif', 'Camera9']) expect(bytes.includes(kept)).toBe(false);
    expect(large).toMatchObject({ type: 'image/jpeg', width: 1_600, height: 1_600 });
    expect(large!.bytes.length).toBeLessThanOrEqual(400_000);
    expect(small!.width).toBeLessThanOrEqual(800);
    expect(small!.bytes.length).toBeLessThanOrEqual(40_000);
    const [top, bottom] = await coloursOf([
      [800, 100],
      [800, 1_500],
    ]);
    expect(top![0]).toBeGreaterThan(top![2]!);
    expect(bottom![2]).toBeGreaterThan(bottom![0]!);
  });

  test('FACE-7: a WebP that is transparent is drawn on white, and not enlarged', async () => {
    const bytes = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(300, 200);
      canvas.getContext('2d')!.clearRect(0, 0, 300, 200);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())];
    });
    await choose('logo.webp', Buffer.from(bytes));
    await expectShown(page.getByText('300 × 200'));
    const [colour] = await coloursOf([[150, 100]]);
    expect(colour).toEqual([255, 255, 255, 255]);
    expect(await storedPictures()).toMatchObject([{ type: 'image/jpeg', width: 300 }]);
  });

  test('FACE-11, FACE-61: needs a description or the tick ‘Decorative’, is saved, replaced and removed', async () => {
    await choose('quay.png', pngBytes(1_700, 850));
    await expectShown(page.getByText('1,600 × 800'));
    await expectShown(page.frameLocator('iframe[title="Preview of the page"]').locator('img[src^="/assets/pictures/"]'));
    await buttonOf(page, 'Save').click();
    const words = page.getByLabel('Describe the picture');
    await expectFocused(words);
    await expectShown(page.getByText('Please describe the picture, or tick ‘Decorative’'));
    await words.fill('Morning light\nover the harbour');
    await expectAccessibleViews(page, { fits: true });
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    const { cover: first } = await stored();
    expect(first?.alt).toBe('Morning light over the harbour');
    await page.reload();
    await expectShown(page.getByText('1,600 × 800'));
    await drop('loom.png', pngBytes(640, 320));
    await expectShown(page.getByText('640 × 320'));
    expect(await words.inputValue()).toBe('Morning light over the harbour');
    await page.getByLabel('Decorative').check();
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    const { cover: second } = await stored();
    expect(second).toMatchObject({ alt: '' });
    expect(second!.large).not.toBe(first!.large);
    await buttonOf(page, 'Remove: Cover picture').click();
    await expectFocused(cover());
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect((await stored()).cover).toBeNull();
  });

  test('FACE-7: files that are not pictures are refused at the input, which keeps its picture', async () => {
    await choose('quay.png', pngBytes(300, 200));
    await expectShown(page.getByText('300 × 200'));
    const uploads: string[] = [];
    page.on('request', (request) => uploads.push(...(request.url().endsWith('/pictures') ? [request.url()] : [])));
    const refused = [
      ['unknown', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['unknown', Buffer.from('GIF89a\x10\0\x10\0')],
      ['unknown', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['unknown', Buffer.alloc(0)],
      ['unreadable', pngBytes(64, 64).subarray(0, -13)],
      ['unreadable', jpegBytes(640, 480)],
      ['tooHeavy', Buffer.alloc(20_000_001)],
      ['tooLarge', pngBytes(60_000, 60_000)],
    ] as const;
    for (const [fault, bytes] of refused) {
      await choose('refused.png', bytes);
      await expectShown(page.getByText(PICTURE_FAULTS[fault]));
      expect(await cover().getAttribute('aria-invalid')).toBe('true');
      await expectShown(page.getByText('300 × 200'));
    }
    // As Firefox does on request, against fingerprinting.
    const noise = 'OffscreenCanvasRenderingContext2D.prototype.getImageData = () => ({ data: [250, 168, 98, 73] })';
    await page.evaluate(noise);
    await choose('quay.png', pngBytes(300, 200));
    await expectShown(page.getByText(CANVAS_NOISE));
    expect(uploads).toEqual([]);
  });

  test('FACE-12: one that was deleted before it was saved has to be uploaded again, and nothing else is lost', async () => {
    await choose('quay.png', pngBytes(300, 200));
    await page.getByLabel('Describe the picture').fill('The quay');
    await page.getByRole('textbox', { name: 'Description' }).fill('Three days');
    await saveMeanwhile(page, '**/edit', async () => db.deleteFrom('pictures').execute());
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText('Please upload the picture again', { exact: true }));
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Three days');
    await choose('quay.png', pngBytes(300, 200));
    await page.getByText('Please upload the picture again', { exact: true }).waitFor({ state: 'detached' });
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect((await stored()).cover?.alt).toBe('The quay');
  });

  test('FACE-61: two editors who change it see both at its field', async () => {
    await choose('quay.png', pngBytes(300, 200));
    await page.getByLabel('Describe the picture').fill('The quay');
    const saved = { large: 'a'.repeat(64), small: 'b'.repeat(64), alt: 'Their looms' };
    const remote = { cover: saved, version: 2, field_versions: '{"cover":2}' };
    await saveMeanwhile(page, '**/edit', async () => db.updateTable('forms').set(remote).execute());
    await buttonOf(page, 'Save').click();
    await buttonOf(page, 'Use theirs: Cover picture').click();
    expect(await page.getByLabel('Describe the picture').inputValue()).toBe('Their looms');
  });
});

test('FACE-7: a logo is a PNG small enough for mails, a portrait is cropped to its middle', async () => {
  const input = (label: string) => page.getByLabel(label).and(page.locator('[type="file"]'));
  await input('Logo').setInputFiles({ name: 'crane.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(480, 120, true) });
  await expectShown(page.getByText(/^\d+ kB$/));
  const [logo] = await storedPictures();
  expect(logo!.type).toBe('image/png');
  expect(logo!.bytes.length).toBeLessThanOrEqual(30_000);
  expect(logo!.width).toBeLessThanOrEqual(240);
  expect(logo!.width / logo!.height).toBeCloseTo(4, 0);
  await buttonOf(page, 'Add speaker').click();
  await input('Portrait').setInputFiles({ name: 'priya.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(500, 300) });
  await expectShown(page.getByText('240 × 240'));
});

test('FACE-31: a portrait that arrives after its speaker was removed does not bring the speaker back', async () => {
  await buttonOf(page, 'Add speaker').click();
  await page.getByLabel('Name', { exact: true }).fill('Priya Raman');
  const asked = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  await page.route('**/pictures', async (route) => {
    asked.resolve(undefined);
    await released.promise;
    await route.continue();
  });
  const portrait = page.getByLabel('Portrait').and(page.locator('[type="file"]'));
  await portrait.setInputFiles({ name: 'priya.png', mimeType: 'image/png', buffer: pngBytes(300, 300) });
  await asked.promise;
  await page.getByRole('button', { name: 'Remove Priya Raman' }).click();
  const answered = page.waitForResponse('**/pictures');
  released.resolve(undefined);
  await (await answered).finished();
  await page.getByLabel('Title', { exact: true }).fill('Leadership 2055');
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect((await stored()).speakers).toEqual([]);
});

test('FACE-60: the buttons of a description put marks around the selection, as do their shortcuts, and can be undone', async () => {
  const description = page.getByRole('textbox', { name: 'Description' });
  const text = async () => description.inputValue();
  await description.fill('Small groups, real cases');
  await expectShown(page.getByText('24 of 5,000'));
  const select = async (from: number, to: number) =>
    description.evaluate((area: HTMLTextAreaElement, [start, end]) => area.setSelectionRange(start, end), [from, to] as const);
  await select(14, 18);
  await buttonOf(page, 'Bold').click();
  expect(await text()).toBe('Small groups, **real** cases');
  await expectFocused(description);
  await page.keyboard.press('Control+z');
  expect(await text()).toBe('Small groups, real cases');
  await select(14, 18);
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+i');
  expect(await text()).toBe('Small groups, ***real*** cases');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+b');
  expect(await text()).toBe('Small groups, real cases');
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('https://northfield.example');
  expect(await text()).toBe('Small groups, [real](https://northfield.example) cases');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+a');
  await buttonOf(page, 'Bulleted list').click();
  await buttonOf(page, 'Numbered list').click();
  expect(await text()).toBe('1. Small groups, [real](https://northfield.example) cases');
  await description.fill('a'.repeat(5_001));
  await buttonOf(page, 'Save').click();
  await expectFocused(description);
  await description.fill('**Three** days');
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect((await stored()).description).toBe('**Three** days');
});
