import { expect, test } from 'vitest';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { selfService } from '#server/testing/self-service.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { buildSignUp } from '#server/testing/worker.ts';

const server = await createSignUpPageServer();
const { db } = server;
const { pageOf, post, linkOf } = selfService(server);

test('PLC-55: an event that was dropped as a repeat cannot be rejoined while the earlier registration exists, and the page says why', async () => {
  const registration = await buildRegistration(db, { status: 'cancelled', series: { self_service: true } });
  const { seriesId, eventId, submissionId } = registration;
  await recordChange(db, { ...registration, kind: 'repeated', actor: 'visitor', details: { reason: 'repeat', tell: false } });
  const path = await linkOf({ id: submissionId });
  expect(await pageOf(path)).toContain(`${path}/join?event=${eventId}`);
  expect(await pageOf(`${path}/events`)).toContain(`value="${eventId}"`);

  const earlier = { events: [eventId], email: 'ADA@example.com', awaiting_fan_out: false };
  await buildSignUp(db, { form_id: seriesId }, earlier);
  expect(await pageOf(path)).not.toContain(`${path}/join?event=${eventId}`);
  expect(await pageOf(`${path}/events`)).not.toContain(`value="${eventId}"`);
  const answer = await post(`${path}/join?event=${eventId}`);
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringMatching(
      /This was not possible: You(?:'|&#x27;)re already registered for ‘Fire safety’ in another sign-up with this email address.<\/p>/,
    ),
  ]);
});
