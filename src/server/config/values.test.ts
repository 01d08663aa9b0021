import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const provider = {
  PUBLIC_URL: 'https://events.example.org',
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'turnout',
  ALLOWED_EMAIL_DOMAINS: 'one.example, two.example',
};

test.each([
  ['SMTP_URL', 'smtp://user:pa#ss@mail.example.com'],
  ['SMTP_URL', 'smtp://user:12/34@mail.example.com'],
  ['SMTP_URL', 'smtp://apikey:#secret@mail.example.com:587'],
  ['SMTP_URL', 'smtps://user:12?34@mail.example.com'],
  ['SMTP_URL', 'smtp://user@example.com:p#w@mail.example.com'],
  ['DATABASE_URL', 'postgres://turnout:1#2@db/turnout'],
  ['DATABASE_URL', 'postgres://user:a?b@db.internal/turnout'],
  ['DATABASE_URL', 'postgres://user:1/2@db.internal/turnout'],
  ['DATABASE_URL', 'postgres://user:a%ffb@db.internal/turnout'],
])(
  'DEP-4: a password that would be read as part of the address, or as encoded, prevents startup, with how to write it: %s %s',
  (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(
      `${name} cannot be read: check host and port; in the user name and password, write # as %23`,
    );
  },
);

test.each([
  ['DATABASE_URL', 'postgres://db.example.com?user=turnout@server&sslmode=require'],
  ['SMTP_URL', 'smtp://mail.example.com?name=a@b'],
  ['DATABASE_URL', 'postgres://user:100%sure@db.internal/turnout'],
  ['DATABASE_URL', 'postgres://us%C3%A9r:p%25@db.internal/turnout'],
])('DEP-4: an @ in an option does not mean a password, and a single %% need not be encoded: %s %s', (name, value) => {
  expect(() => parseConfig({ [name]: value })).not.toThrow();
});

test.each([
  ['https://events.example.org:443', 'https://events.example.org'],
  ['http://localhost:80/', 'http://localhost'],
  ['HTTPS://Events.Example.org:8443', 'https://events.example.org:8443'],
  ['https://büro.example', 'https://xn--bro-hoa.example'],
])('DEP-4: PUBLIC_URL %s is %s', (given, expected) => {
  expect(parseConfig({ ...provider, PUBLIC_URL: given }).publicUrl).toBe(expected);
});

test('MAIL-19: the mail server gets the host of PUBLIC_URL as our name, unless that is not a full name or SMTP_URL has one', () => {
  const nameOf = (env: Record<string, string>) => parseConfig({ ...provider, SMTP_URL: 'smtp://mail', ...env }).mail?.name;
  expect(nameOf({})).toBe('events.example.org');
  expect(nameOf({ SMTP_URL: 'smtp://mail?name=other.example' })).toBeUndefined();
  for (const host of ['https://10.0.0.7', 'https://localhost:3000', 'https://turnout'])
    expect(nameOf({ PUBLIC_URL: host })).toBeUndefined();
});

test('OIDC-23: the configuration path of an issuer is removed, also for the rule about Google', () => {
  const { oidc } = parseConfig({ ...provider, OIDC_ISSUER: 'https://accounts.google.com/.well-known/openid-configuration' });
  expect(oidc).toMatchObject({ issuer: 'https://accounts.google.com/', requiredClaims: { hd: ['one.example', 'two.example'] } });
});

test.each([
  ['DATABASE_URL', 'postgres://app@localhost/x?search_path=events'],
  ['DATABASE_URL', 'postgres://app:a,b@10.0.0.1,10.0.0.2/x'],
  ['DATABASE_READ_URL', 'postgresql://one:5432,two:5432/x?target_session_attrs=read-write'],
  ['DATABASE_URL', 'postgres:///x?user=app&host=one,two'],
  ['DATABASE_URL', 'postgres://one,two/x?application_name=a@b'],
  ['DATABASE_URL', 'postgres://app@localhost/x?search_path=events,public'],
  ['DATABASE_URL', 'postgres://app@localhost/x?sslmode=verify-full&sslrootcert=/none/root.pem'],
  ['DATABASE_DIRECT_URL', 'postgres://app@localhost/x?sslkey=none.key'],
  ['DATA_DIR', '~/turnout'],
  ['BACKUP_DIR', '~backup/turnout'],
])('DEP-4: %s %s, which would not do what it says, prevents startup', (name, value) => {
  expect(() => parseConfig({ DATABASE_URL: 'postgres://app@localhost/x', [name]: value })).toThrow(`  ${name} must `);
});

test.each([
  ['?sslrootcert=system', '?sslmode=verify-full'],
  ['?sslmode=require&ssl=1', '?sslmode=verify-full&ssl=1'],
  ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
  ['?sslmode=verify-full&sslrootcert=system', '?sslmode=verify-full&sslmode=verify-full'],
  ['?sslrootcert=system&sslmode=disable', '?sslmode=disable&sslmode=verify-full'],
  ['?sslrootcert=system&application_name=a,b', '?application_name=a,b&sslmode=verify-full'],
  ['?search_path=public,extensions', '?search_path=public,extensions'],
  [`?sslrootcert=${import.meta.filename}`, `?sslrootcert=${import.meta.filename}`],
  ['?application_name=system', '?application_name=system'],
])('DEP-4: a certificate of the database %s is checked as libpq does', (given, understood) => {
  const url = 'postgres://app:a,b@db.internal/x';
  expect(parseConfig({ DATABASE_URL: `${url}${given}` }).database.url).toBe(`${url}${understood}`);
});

test.each([
  ['europe/london', 'Europe/London'],
  ['ASIA/KOLKATA', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('DEP-4: the time zone %s is called %s', (given, name) => {
  expect(parseConfig({ TIME_ZONE: given }).timeZone).toBe(name);
});

test.each([
  ['FRAME_ANCESTORS', "'www.example.org'"],
  ['FRAME_ANCESTORS', 'https://www.example.org/courses'],
  ['MAP_URL', 'maps.example.org/{address}'],
])('DEP-4: %s is refused with what it must be: %s', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`${name} must be `);
});

test('DEP-4: the map is off in any case', () => {
  expect(parseConfig({ MAP_URL: 'Off' }).links.mapUrl).toBeNull();
});
