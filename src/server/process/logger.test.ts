import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void, level = 'info'): string {
  const lines: string[] = [];
  write(createLogger({ level, environment: 'production', destination: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

test('production writes one line of JSON for each message', () => {
  const lines = logged((log) => {
    log.info({ migrations: 3 }, 'migrated');
    log.warn('away');
  }).trim();
  expect(lines.split('\n').map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 30, migrations: 3, msg: 'migrated' },
    { level: 40, msg: 'away' },
  ]);
});

test('messages below the level are not written', () => {
  expect(logged((log) => log.info('chatter'), 'warn')).toBe('');
});

test.each([
  { token: 'canary' },
  { headers: { authorization: 'Bearer canary', cookie: 'a=canary', 'set-cookie': 'a=canary' } },
  { req: { headers: { authorization: 'Bearer canary' } } },
  { body: { email: 'canary@example.org', first_name: 'canary', last_name: 'canary' } },
  { mail: { auth: { password: 'canary' } } },
])('secrets and typed text are hidden wherever they are: %o', (details) => {
  const line = logged((log) => log.info(details, 'something'));
  expect(line).toContain('[hidden]');
  expect(line).not.toContain('canary');
});

test.each([
  Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(canary) already exists.' }),
  Object.assign(new Error('invalid input syntax for type uuid: "canary"'), { code: '22P02' }),
  new Error('No mailbox for canary@example.org'),
  new Error('Not sent', { cause: new Error('<canary@example.org> refused') }),
])('an error is written with type, code and place, without what people typed: $message', (error) => {
  const line = logged((log) => log.error({ err: error }, 'failed'));
  expect(line).not.toContain('canary');
  expect(JSON.parse(line)).toMatchObject({ err: { type: 'Error', stack: expect.stringContaining('logger.test.ts') } });
});

test.each([
  [
    { code: '40P01', message: 'deadlock detected', detail: 'canary', queue: 'step.slack' },
    { code: '40P01', message: 'deadlock detected' },
  ],
  [
    { code: '22P02', message: 'invalid input: "canary"' },
    { code: '22P02', message: 'invalid input' },
  ],
  ['No mailbox for canary@example.org', { type: 'string', message: 'No mailbox for [address]' }],
])('REL-17: code and message are written whatever was thrown: %o', (thrown, expected) => {
  const line = logged((log) => log.error({ err: thrown }, 'failed'));
  expect(line).not.toContain('canary');
  expect(JSON.parse(line)).toMatchObject({ err: expected });
});

test('SEC-17: a long message is cut before it is searched for addresses, without leaving part of one', () => {
  const startedAt = performance.now();
  const long = logged((log) => log.error({ err: new Error('a'.repeat(50_000)) }, 'failed'));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(long.length).toBeLessThan(3_000);
  for (let length = 480; length <= 500; length += 1) {
    const line = logged((log) => log.error({ err: new Error(`${'x'.repeat(length)} canary@example.org and more`) }, 'failed'));
    expect(line).not.toMatch(/canar|example\.org/);
  }
});
