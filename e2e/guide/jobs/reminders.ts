import type { Steps } from '../tour.ts';
import { buildBreakfasts, PEOPLE } from './sample.ts';

export const reminders: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db, PEOPLE);
  await open(`${path}/edit`);
  const mails = page.getByRole('region', { name: 'Before and after an event' });
  const reminder = mails.getByRole('switch', { name: 'Reminder' });
  await reminder.click();
  await picture('reminders-series', [mails.getByRole('heading', { level: 2 }), mails], mails.locator('label').first());
};
