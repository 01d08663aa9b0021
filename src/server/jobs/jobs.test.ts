import { expect, test } from 'vitest';
import { startCopper } from '#server/testing/copper.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { startSlack } from '#server/testing/slack.ts';
import { startSmtp } from '#server/testing/smtp.ts';
import { atRest, buildSignUp, runWorker, stepsOf } from '#server/testing/worker.ts';

const database = await openTestDatabase();
const { db } = database;

test('JOB-3, JOB-6: one sign-up is one Slack message, one mail, one copy and one lead', async () => {
  const [slack, smtp, copper] = [await startSlack(), await startSmtp(), await startCopper()];
  const seriesId = await buildSeries(db, {
    send_notifications_slack: true,
    slack_channel_id: 'C1',
    email_from: 'team@example.com',
    email_subject: 'Welcome to %SERIES%',
    email_template: 'Hello %FNAME%,\nyou chose:\n%SUCCESS%\nhttps://example.com/map\n%FROM%',
    email_forward: 'office@example.com',
    copper_tag: 'spring',
  });
  const events = [await buildEvent(db, seriesId, { starts_at: new Date('2050-01-12T09:30:00Z'), copper_tag: 'day one' })];
  await runWorker(database, {
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_API_URL: slack.url,
    SMTP_URL: smtp.url,
    COPPER_API_TOKEN: 'copper-test',
    COPPER_USER_EMAIL: 'crm@example.com',
    COPPER_API_URL: copper.url,
    COPPER_RATE_PER_MINUTE: '6000',
  });
  const id = await buildSignUp(db, { series_id: seriesId }, { events });
  await atRest(db);
  expect((await stepsOf(db, id)).map(({ step, state, message }) => [step, state, message])).toEqual([
    ['crm', 'succeeded', 'Lead 10000 created'],
    ['email', 'succeeded', 'Sent'],
    ['forward', 'succeeded', 'Sent'],
    ['slack', 'succeeded', 'Posted to channel C1'],
  ]);
  expect(slack.messages).toHaveLength(1);
  expect(smtp.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(['ada@example.com', 'office@example.com']);
  expect(copper.leads).toMatchObject([{ tags: ['spring', 'day one'] }]);
});
