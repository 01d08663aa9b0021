import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { until } from '#server/testing/worker.ts';
import { openContainers } from './harness/containers.ts';
import { newForm } from './harness/scene.ts';

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 7_000;
const CONFIRMED = { email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello %FNAME%' };

test('DEP-9: the image builds, compose.yaml comes up with a read-only root and no capabilities, a sign-up is mailed, and both processes stop', async (context) => {
  const containers = openContainers();
  if (containers === undefined) return context.skip('there are no buildah, podman and debootstrap, and no Debian packages of them');
  const ports = { web: await freePort(), mail: await freePort(), postgres: await freePort() };
  containers.up(ports);

  const url = `http://127.0.0.1:${ports.web}`;
  const answer = (address: string) => fetch(address).catch(() => undefined);
  await until('the web server', async () => (await answer(`${url}/readyz`))?.status === 200, READY_WITHIN_MS);
  const log = { warn: () => undefined };
  const database = openDatabase({
    url: `postgres://turnout:secret@127.0.0.1:${ports.postgres}/turnout`,
    pool: 1,
    log,
    statementTimeoutMs: 0,
  });
  onTestFinished(database.close);
  const { seriesId, eventId } = await newForm({ database }, CONFIRMED);
  const body = JSON.stringify(newSignUp({ events: [eventId], email: 'ada@example.com' }));
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/api/event_series/${seriesId}/submit`, { method: 'POST', headers, body })).status).toBe(200);
  const mails = async () => (await answer(`http://127.0.0.1:${ports.mail}`))?.text();
  await until('the mail', async () => (await mails())?.includes('ada@example.com') === true, READY_WITHIN_MS);

  for (const name of ['web', 'worker'] as const) {
    expect(containers.inside(name, 'id -u; cat /proc/1/comm; grep CapBnd /proc/1/status; touch /x 2>&1 || true')).toMatch(
      /^10001\n(?:podman-init|catatonit)\nCapBnd:\s0+\n.*Read-only file system\n$/,
    );
    expect(containers.stopMs(name)).toBeLessThan(STOPPED_WITHIN_MS);
  }
}, 600_000);
