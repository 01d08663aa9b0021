import type { Steps } from '../tour.ts';
import { buildBreakfasts } from './sample.ts';

const DESCRIPTION = `Breakfast with people who lead a team, and one question that **keeps them awake**.

- At most 30 people, at tables of six
- Step-free access, hearing loop`;

/** Hills at sunrise, drawn as a JPEG. */
async function drawHills(): Promise<string> {
  const canvas = new OffscreenCanvas(1_600, 700);
  const context = canvas.getContext('2d')!;
  const sky = context.createLinearGradient(0, 0, 0, 700);
  for (const [at, colour] of [
    [0, '#2f5d7c'],
    [0.55, '#f0b27a'],
    [1, '#f7dcb4'],
  ] as const)
    sky.addColorStop(at, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, 1_600, 700);
  context.fillStyle = '#fff3d6';
  context.arc(1_120, 400, 70, 0, 7);
  context.fill();
  for (const [colour, height, wave] of [
    ['#6f8f9c', 430, 260],
    ['#3f6475', 520, 190],
    ['#1f4150', 610, 140],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, 700);
    for (let x = 0; x <= 1_600; x += 8) context.lineTo(x, height - 50 * Math.sin(x / wave) - 20 * Math.sin(x / 61));
    context.lineTo(1_600, 700);
    context.fill();
  }
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCodePoint(byte)).join('');
}

export const publicPage: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db);
  await db
    .updateTable('events')
    .set({ venue: 'Harbour House', venue_address: '14 Quay Street\nNorthfield', price: '£35, breakfast included' })
    .execute();
  await open(`${path}/edit`);
  const section = page.getByRole('region', { name: 'Public page' });
  await section.getByLabel('Description', { exact: true }).fill(DESCRIPTION);
  const buffer = Buffer.from(await page.evaluate(drawHills), 'latin1');
  await section.locator('input[name="cover"]').setInputFiles({ name: 'sunrise.jpg', mimeType: 'image/jpeg', buffer });
  await section.getByLabel('Describe the picture').fill('Hills at sunrise');
  await section.getByRole('button', { name: 'Teal', exact: true }).click();
  const cover = section.locator('img[src^="/assets/pictures/"]').first();
  const heading = section.getByRole('heading', { name: 'Public page' });
  const row = cover.locator('..');
  await picture('public-page-settings', [heading, row, section.getByText('Decorative')], row);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();

  await open(`${path}/view`);
  await page.getByText('At most 30 people').waitFor();
  await picture('public-page', page.locator('.about'));
};
