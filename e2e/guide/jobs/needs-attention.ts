import { noMailbox, notInChannel } from '../../support/failed-steps.ts';
import { done } from '../../support/series-rows.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, PEOPLE } from './sample.ts';

const [priya, daniel, helen] = PEOPLE;
const tried = { updated_at: new Date('2026-11-13T15:21:00Z') };
/** Recent by the server's clock, or Needs attention would say that they are old. */
const signedUp = { submitted_at: new Date() };
const slackFailed = { slack: { ...notInChannel, cause: 'not_in_channel #leaders', ...tried }, email: done };

export const needsAttention: Steps = async ({ db, page, open, picture }) => {
  await buildBreakfasts(db, [
    { ...priya, ...signedUp, steps: slackFailed },
    { ...daniel, ...signedUp, steps: slackFailed },
    { ...helen, ...signedUp, email: 'helen.armitage@gmial.com', steps: { email: { ...noMailbox, ...tried } } },
  ]);
  await open('/needs-attention');
  const slack = page.getByRole('region', { name: /^The bot is not in/ });
  const retry = slack.getByRole('button', { name: 'Retry 2' });
  await picture('needs-attention-cause', slack, retry);

  const mail = page.getByRole('region', { name: 'The address does not exist' });
  const suggestion = mail.getByRole('button', { name: 'Did you mean gmail.com?' });
  await picture('needs-attention-address', mail, suggestion);
  await suggestion.click();
  await mail.getByRole('button', { name: 'Retry email of Helen Armitage' }).click();
  await mail.waitFor({ state: 'detached' });
  await retry.click();
  await page.getByRole('heading', { name: 'Nothing needs attention' }).waitFor();
};
