import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { ConfigError, parseConfig } from './config.ts';
import { impossibleSettings, insecureAddresses, isPrivateHost, needsEncryptedMail, startWarnings } from './rules.ts';

const problemsOf = (addresses: { PUBLIC_URL?: string; DATABASE_URL?: string }, ALLOW_INSECURE: ('PUBLIC_URL' | 'DATABASE_URL')[] = []) =>
  insecureAddresses({ ...addresses, ALLOW_INSECURE });

test.each([
  'localhost',
  '127.0.0.1',
  '::1',
  '[::1]',
  'db',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.9',
  '[fd00::1]',
  'db.internal',
  'mail.home.arpa',
])('SEC-11: %s is in a private network', (host) => expect(isPrivateHost(host)).toBe(true));

test.each(['db.example.com', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', '10.1.2.3.example.com', 'internal.example.com'])(
  'SEC-11: %s is not in a private network',
  (host) => expect(isPrivateHost(host)).toBe(false),
);

test('SEC-11: production refuses a plain address of the pages and says what is allowed', () => {
  const PUBLIC_URL = 'http://events.example.org';
  expect(problemsOf({ PUBLIC_URL })).toEqual(['PUBLIC_URL must start with https:// in production, or be named in ALLOW_INSECURE']);
  expect(problemsOf({ PUBLIC_URL }, ['PUBLIC_URL'])).toEqual([]);
  expect(problemsOf({ PUBLIC_URL }, ['DATABASE_URL'])).toHaveLength(1);
  expect(problemsOf({ PUBLIC_URL: 'https://events.example.org' })).toEqual([]);
  expect(problemsOf({ PUBLIC_URL: 'http://10.0.0.5:3000' })).toEqual([]);
});

test.each([
  'postgres://app:word@db.example.com/turnout',
  'postgres://app:word@db.example.com/turnout?sslmode=disable',
  'postgres://app:word@db.example.com/turnout?ssl=0',
  'postgres://app:word@db.example.com/turnout?sslmode=require&sslmode=disable',
  'postgres://app:word@localhost/turnout?host=db.example.com',
])('SEC-11: production refuses the database %s, without showing its password', (DATABASE_URL) => {
  expect(problemsOf({ DATABASE_URL })).toEqual([
    'DATABASE_URL must require encryption in production, for example with ?sslmode=verify-full, or be named in ALLOW_INSECURE',
  ]);
  expect(problemsOf({ DATABASE_URL }, ['DATABASE_URL'])).toEqual([]);
});

test.each([
  'postgres://app@db.example.com/turnout?sslmode=verify-full',
  'postgres://app@db.example.com/turnout?sslmode=require',
  'postgres://app@db.example.com/turnout?ssl=true',
  'postgres://app@db/turnout',
  'postgres://app@192.168.4.4/turnout',
  'postgres://app@%2Fvar%2Frun%2Fpostgresql/turnout',
  'postgres:///turnout?host=/var/run/postgresql',
])('SEC-11: production accepts the database %s', (DATABASE_URL) => {
  expect(problemsOf({ DATABASE_URL })).toEqual([]);
});

test.each([
  ['smtp://user:word@mail.example.com:587', true],
  ['smtp://user:word@mail.example.com:587?ignoreTLS=true', true],
  ['smtp://mail.example.com:25', false],
  ['smtp://user:word@127.0.0.1:2525', false],
  ['smtp://user:word@mail:25', false],
])('SEC-11: whether %s has to encrypt before the password: %s', (smtpUrl, expected) => {
  expect(needsEncryptedMail(smtpUrl, [])).toBe(expected);
  expect(needsEncryptedMail(smtpUrl, ['SMTP_URL'])).toBe(false);
});

const web = { web: true };

test('SEC-10: production warns at startup when redirectTo may lead anywhere', () => {
  expect(startWarnings({ environment: 'production', roles: web })).toEqual([expect.stringMatching(/^REDIRECT_HOSTS is not set/)]);
  expect(startWarnings({ environment: 'production', roles: web, redirectHosts: ['host.example'] })).toEqual([]);
  expect(startWarnings({ environment: 'production', roles: { web: false } })).toEqual([]);
  expect(startWarnings({ environment: 'development', roles: web })).toEqual([]);
});

test.each(['SMPT_URL', 'SMTP_URLS', 'SMTP-URL', 'SMTPURL', 'SNTP_URL'])('OPS-15: %s is reported, which has no effect', (name) => {
  const text = `${name} is not a setting and has no effect. Did you mean SMTP_URL?`;
  expect(startWarnings(parseConfig({ [`${name}_FILE`]: '/none' }))).toEqual([text.replace(name, `${name}_FILE`).replace('?', '_FILE?')]);
  expect(startWarnings(parseConfig({ [name]: 'smtp://mail.example.com' }))).toEqual([text]);
  expect(
    startWarnings(parseConfig({ SMTP_URL: 'smtp://mail.example.com', APP_URL: 'a', HOSTS: 'b', PATH: 'c', npm_config_prefix: 'd' })),
  ).toEqual([]);
});

test.each([
  ['ORGANISATION_NAME', '"Northfield Training"', "Women's Training, 'North'"],
  ['ORGANISATION_NAME', "'Northfield'", 'Theatre "Globe"'],
  ['CONSENT_TEXT', '"Yes, email me."', '"Yes" means that we may email you, "no" that we may not.'],
  ['OIDC_CLIENT_SECRET', '"s3cret"', '"s3cret'],
  ['SESSION_SECRET', `"${'x'.repeat(32)}"`, `${'x'.repeat(32)}"`],
  ['SLACK_BOT_TOKEN', "'xoxb-1'", 'xoxb-1'],
  ['DATA_DIR', '"/var/lib/turnout"', '/var/lib/turnout'],
  ['CONSENT_TEXT', '""', 'Yes'],
  ['HOST', '"127.0.0.1"', '127.0.0.1'],
  ['FRAME_ANCESTORS', `"'self'"`, "'self'"],
  ['FRAME_ANCESTORS', '"*"', "'self' https://www.example.org"],
  ['TIME_ZONE', '"Europe/London"', 'Europe/London'],
  ['METRICS_TOKEN', `'${'m'.repeat(16)}' `, 'm'.repeat(16)],
])('DEP-4: %s is refused when all of it is in quotation marks (%s), which not every program removes', (name, quoted, other) => {
  const given = { OIDC_ISSUER: 'https://accounts.example.org', OIDC_CLIENT_ID: 'turnout' };
  expect(() => parseConfig({ ...given, [name]: quoted })).toThrow(new ConfigError([`${name} must be written without quotation marks`]));
  expect(() => parseConfig({ ...given, [name]: other, PATH: '"/bin"' })).not.toThrow();
});

test('DEP-4: a setting with a comment after it, which not every program removes, is refused; a text may contain a #', () => {
  const given = { PORT: '80 #web', SLACK_BOT_TOKEN: 'xoxb-1 # bot', COPPER_API_URL: 'https://crm.example # ours' };
  const refused = Object.keys(given).map((name) => `${name} must be written without a comment after it`);
  expect(() => parseConfig({ ...given, ORGANISATION_NAME: 'Team #1' })).toThrow(new ConfigError(refused));
  expect(() => parseConfig({ ORGANISATION_NAME: 'Team #1', SESSION_SECRET: `#${'x'.repeat(20)} #${'x'.repeat(20)}` })).not.toThrow();
});

test('DEP-4: a file of settings in UTF-16 prevents startup, since none of them would have an effect', () => {
  // A name ends at its first NUL.
  const [name = ''] = Buffer.from('\uFEFFPORT=4000', 'utf16le').toString('utf8').split('\0');
  expect(() => parseConfig({ [name]: '' })).toThrow('The settings file must be saved as UTF-8');
});

test.each([
  [{ PORT: '6000' }, ['PORT must name another port: browsers refuse to open 6000']],
  [{ PUBLIC_URL: 'http://localhost:10080/' }, ['PUBLIC_URL must name another port: browsers refuse to open 10080']],
  [{ PORT: '6000', PUBLIC_URL: 'https://events.example.org' }, []],
  [{ PORT: '60000' }, []],
])('OPS-10: with %o, a port that no browser opens is refused', (given: Record<string, string>, problems) => {
  expect(impossibleSettings(given)).toEqual(problems);
});

const folder = temporaryFolderOfFile();

test('DEP-4: a setting is read from the file that its name with _FILE leads to', () => {
  const file = (name: string, text: string | Buffer) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const url = file('url', '\uFEFFpostgres://app@db/turnout\r\n');
  expect(parseConfig({ DATABASE_URL_FILE: ` ${url}`, DATABASE_POOL_FILE: file('empty', '\n') }).database).toMatchObject({
    url: 'postgres://app@db/turnout',
    pool: 16,
  });
  expect(() =>
    parseConfig({
      DATABASE_URL_FILE: folder,
      DATABASE_READ_URL: 'postgres://app@db/turnout',
      OIDC_CLIENT_SECRET_FILE: file('utf-16', Buffer.from('\uFEFFsecret', 'utf16le')),
      SMTP_URL_FILE: file('mail', 'mail'),
      PORT: '80',
      PORT_FILE: file('port', '81'),
    }),
  ).toThrow(
    new ConfigError([
      'PORT and PORT_FILE are both set: remove one of them',
      'DATABASE_URL_FILE must be the path of a readable file in UTF-8',
      'OIDC_CLIENT_SECRET_FILE must be the path of a readable file in UTF-8',
      'SMTP_URL must be an address that starts with smtp:// or smtps://',
    ]),
  );
});
