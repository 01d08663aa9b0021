import { until } from '#server/testing/worker.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, PEOPLE } from './sample.ts';

const TEMPLATE = `<p>Dear %FNAME%,</p>
<p>Thank you for signing up. We look forward to seeing you at:</p>
<p>%SUCCESS%</p>
<p>Breakfast is served from 8:15.</p>
<p>Kind regards<br>Northfield Training</p>`;

export const mails: Steps = async ({ db, page, world, open, picture }) => {
  const { path } = await buildBreakfasts(db, PEOPLE);
  await open(`${path}/edit`);
  const mail = page.getByRole('region', { name: 'Email to the attendee' });
  await mail.getByLabel('Sender email').fill('events@northfield.example');
  await mail.getByLabel('Email subject').fill('You are in: %SERIES%');
  await mail.getByLabel('Email body template').fill(TEMPLATE);
  await mail.getByLabel('Attendee in the preview').selectOption({ label: 'Priya Raman' });
  await page.frameLocator('iframe[title="Email preview"]').getByText('Dear Priya,').waitFor();
  await picture('mails-template', [mail.getByRole('heading', { level: 2 }), mail], mail.getByRole('group', { name: 'Placeholders' }));

  const test = mail.getByRole('button', { name: 'Send a test to me' });
  await test.click();
  await until('the test mail', () => world.smtp.mails.length > 0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();

  const notifications = page.getByRole('region', { name: 'Notifications' });
  await picture(
    'mails-notifications',
    [notifications.getByRole('heading', { level: 2 }), notifications],
    notifications.getByRole('button', { name: 'Send a test message' }),
  );
};
