import { PHONE } from '../../support/browser.ts';
import { buildDoor, button, row } from '../../support/door.ts';
import { NOW, type Steps } from '../tour.ts';

const HOUR_MS = 3_600_000;
const SHORT = { ...PHONE, height: 720 };
const at = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

export const door: Steps = async ({ db, page, open, picture }) => {
  const { submissions, link } = await buildDoor(db, { title: 'Leading through change', starts_at: at(0.5), ends_at: at(5) });
  const here = db.updateTable('registrations').set({ attended_at: at(-0.1) });
  await here.where('submission_id', 'in', submissions.slice(0, 2)).execute();
  await page.setViewportSize(SHORT);
  await open(`/door#${await link('Front door')}`);
  await row(page, 'Adeyemi').waitFor();
  await picture('door-list', page.locator('.door'), row(page, 'Prosser'));
  await button(page, 'Add a walk-in').click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Check in' }).click();
  await form.getByLabel('First name').fill('Nia');
  await form.getByLabel('Last name').fill('Prydderch');
  await picture('door-walk-in', form);
};
