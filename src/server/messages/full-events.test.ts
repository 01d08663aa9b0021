import { expect, test } from 'vitest';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { addAttendee, addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';
import { atRest } from '#server/testing/worker.ts';

const { server, db, smtp, slack } = await createServerWithWorker();

const texts = () => slack.messages.flatMap(({ text }) => text.split('\n'));
const visitor = (name: string) => ({ first_name: name, email: `${name.toLowerCase()}@example.com` });

test('PLC-50: a channel is notified once that an event is full, by the sign-up that takes the last place, and again only after one was free', async () => {
  const series = await addSeries(server);
  await db.updateTable('forms').set({ send_notifications_slack: true, slack_channel_id: 'C1' }).execute();
  const limit = { maximum_participants: 2, close_when_full: true, waiting_list: 'manual', event_title: 'Fire safety' };
  const event = await addEvent(server, series.id, limit);
  const join = async (name: string) => {
    await signUp(server, series.id, [], { ...visitor(name), _waiting_list: [event.id] });
    await atRest(db);
  };
  await join('Ada');
  expect(texts()).not.toContain('Full: Fire safety');
  const before = slack.messages.length;
  await join('Bea');
  // One post, since a retry of the second of two would send the first again.
  expect(slack.messages.slice(before)).toMatchObject([{ text: 'New sign-up for Spring training: Bea Lovelace\nFull: Fire safety' }]);
  expect(slack.messages.at(-1)?.blocks).toHaveLength(4);
  await join('Cy');
  await addAttendee(server, series.id, event.id, { first_name: 'Dan' });
  await atRest(db);
  expect(texts().filter((text) => text === 'Full: Fire safety')).toHaveLength(1);
  expect(JSON.stringify(slack.messages)).toContain('2 of 2 places are taken.');
  expect(JSON.stringify(slack.messages)).toContain('Fire safety – Wednesday 12 January 2050, 09:30\u00a0GMT (waiting list, position 1)');
  const path = `/event_series/${series.id}/event/${event.id}`;
  for (const { id } of (await server.get(`${path}?limit=9&registration=waiting`)).body.data.submissions)
    await server.post(`${path}/submission/${id}/delete`);
  await server.post(`${path}/edit`, { maximum_participants: 4 });
  await join('Eve');
  expect(texts().filter((text) => text === 'Full: Fire safety')).toHaveLength(2);
});

test('PLC-50: the copy of a sign-up that only waits has the event with the position', async () => {
  const series = await addSeries(server);
  await db.updateTable('forms').set({ email_forward: 'office@example.com' }).execute();
  const limit = { maximum_participants: 0, close_when_full: true, waiting_list: 'manual', event_title: 'Fire safety' };
  const event = await addEvent(server, series.id, limit);
  await signUp(server, series.id, [], { ...visitor('Ada'), _waiting_list: [event.id] });
  await atRest(db);
  const copy = smtp.mails.find(({ recipients }) => recipients.includes('office@example.com'));
  expect(copy?.parsed.text).toContain('Event: Fire safety – Wednesday 12 January 2050, 09:30\u00a0GMT (waiting list, position 1)');
});
