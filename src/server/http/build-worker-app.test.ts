import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#server/process/logger.ts';
import { buildWorkerApp } from '#server/process/start-worker-port.ts';

test('MON-5: /healthz of a worker that hangs is 503 with the reason, so that its supervisor restarts it', async () => {
  const reasons: string[] = [];
  const app = buildWorkerApp(createLogger({ level: 'silent', environment: 'production' }), {
    config: { metricsToken: undefined, environment: 'production' },
    metrics: [],
    whyNotReady: async () => undefined,
    whyStalled: () => reasons[0],
    version: { version: '1.2.3', commit: 'abc1234' },
  });
  onTestFinished(async () => app.close());
  const healthy = await app.inject('/healthz');
  expect([healthy.statusCode, healthy.json()]).toEqual([200, { status: 'ok', version: '1.2.3', commit: 'abc1234' }]);
  const reason = 'The loop outbox has done nothing for 121 seconds';
  reasons.push(reason);
  const hanging = await app.inject('/healthz');
  expect([hanging.statusCode, hanging.json()]).toEqual([503, { status: 'stalled', reason, version: '1.2.3', commit: 'abc1234' }]);
  expect((await app.inject('/nothing-here')).statusCode).toBe(404);
});
