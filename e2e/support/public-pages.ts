import type { Browser } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';

const SCENE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#2f4858"/><stop
  offset=".6" stop-color="#7fa3a1"/><stop offset="1" stop-color="#f0b07f"/></linearGradient><linearGradient id="w" x2="0" y2="1"><stop stop-color="#b99a7c"/><stop
  offset="1" stop-color="#1f3b48"/></linearGradient></defs><path fill="url(#s)" d="M0 0h1600v610H0z"/><circle cx="1080" cy="560" r="90" fill="#ffe2b0"/><path
  fill="#a9745f" d="M0 560 260 470 520 540 800 450 1150 550 1400 480 1600 540V620H0z"/><path fill="#2b4754" d="M120 620V500l60-50 60 50 60-50 60 50 60-50 60
  50v120zM640 620V520h120v100zM1300 620V520l50-40 50 40 50-40 50 40v100z"/><path fill="none" stroke="#16303d" stroke-width="14" d="M880 620 940 330l60
  290M900 520h80M940 330l190-90M940 330l-70 40M1120 250v120"/><path fill="url(#w)" d="M0 610h1600v290H0z"/><path fill="#16303d" d="m420
  700 220 0-40 60H460zM530 690V600l60 90z"/><path stroke="#ffd9a0" stroke-width="6" d="M1000 650h160m-220 40h260m-180 40h160m-240 50h320m-220 50h180"/></svg>`;

/** A drawn cover in both sizes. */
export async function drawCover(browser: Browser): Promise<Buffer[]> {
  const page = await browser.newPage();
  const pictures: Buffer[] = [];
  for (const width of [1600, 800]) {
    await page.setViewportSize({ width, height: (width * 9) / 16 });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${SCENE}`);
    pictures.push(await page.screenshot({ type: 'jpeg', quality: 60 }));
  }
  await page.close();
  return pictures;
}

const HOUSE = { venue: 'Harbour House', venue_address: '14 Quay Street, Bristol BS1 4DJ' };

const DESCRIPTION = `Three days for people who lead a team and were never shown how. Small groups, real cases, and **nothing that you could not use on Monday**.

Every day stands alone: come to one, or to all three. Between them you can call the trainer once, free of charge.

- At most 30 people, in groups of six
- Workbook and certificate of attendance
- Step-free access, hearing loop, quiet room

Booking for a whole team? Write to [courses@harbour.example](mailto:courses@harbour.example) and we will run it at your place.`;

const OF_EVENT = `How people take change, and what a manager can do in the first thirty days. You bring a change of your own and leave with a plan for it.

- Why good plans meet silence
- Three conversations to have early
- Keeping pace when news is bad

**What to bring:** one change that your team is facing.`;

/** A series with everything that a public page can show. */
export interface PublicPage {
  readonly id: string;
  readonly path: string;
  readonly events: readonly string[];
}

/** Makes a series with a cover of these two pictures, description, look, speakers, and three events, two of them with limited places. */
export async function buildPublicPage(db: Db, cover: readonly Uint8Array[]): Promise<PublicPage> {
  const [large, small] = await Promise.all(cover.map((bytes) => storePicture(writesTo({ db }), ADA, bytes)));
  const [priya, tom, sian] = [newId(), newId(), newId()];
  const id = await buildSeries(db, {
    title: 'Leadership Essentials 2055',
    self_service: true,
    description: DESCRIPTION,
    theme: { accent: '#0f766e', font: 'system', scheme: 'auto', logo: null },
    cover: large && small && { large: large.id, small: small.id, alt: 'Cranes above the harbour at sunrise' },
    speakers: JSON.stringify([
      { id: priya, name: 'Priya Raman', role: 'Lead trainer, 20 years in housing', picture: null },
      { id: tom, name: 'Tom Ellery', role: 'Coach and former head nurse', picture: null },
      { id: sian, name: 'Siân Prosser', role: 'Guest, Bristol Business School', picture: null },
    ]),
  });
  const shared = { ...HOUSE, price: '£420 plus VAT, lunch included' };
  const limits = { closes_when_full: true, waiting_list: 'direct' as const };
  const leading = await buildEvent(db, id, {
    ...shared,
    ...limits,
    title: 'Leading through change',
    starts_at: '2055-01-12T09:30:00Z',
    ends_at: '2055-01-12T17:00:00Z',
    maximum_participants: 4,
    description: OF_EVENT,
    speakers: [priya, tom],
  });
  const coaching = await buildEvent(db, id, {
    ...shared,
    ...limits,
    title: 'Coaching for results',
    starts_at: '2055-01-22T09:30:00Z',
    ends_at: '2055-01-22T17:00:00Z',
    maximum_participants: 1,
    description: 'Ask more, tell less.',
    speakers: [sian],
  });
  const feedback = await buildEvent(db, id, {
    ...shared,
    title: 'Giving feedback that works',
    starts_at: '2055-04-15T08:30:00Z',
    ends_at: '2055-04-15T15:00:00Z',
    description: 'Practise it on *real* cases.',
  });
  await buildField(db, { form_id: id }, { label: 'What would you like to take away?', type: 'textarea', position: 0 });
  await buildField(
    db,
    { form_id: id },
    {
      label: 'We take photographs at our events; please tell the host if you would rather not appear.',
      key: 'photographs',
      type: 'disclaimer',
      position: 1,
    },
  );
  return { id, path: `/leadership-essentials-2055/events-series/${id}/view`, events: [leading, coaching, feedback] };
}
