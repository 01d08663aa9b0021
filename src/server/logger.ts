import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { withoutAddresses } from './without-addresses.ts';

/** What is never written, wherever a log call puts it: tokens, cookies and what people typed. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'id_token',
  'refresh_token',
  'password',
  'email',
  'first_name',
  'last_name',
];

const SECRET_PATHS = SECRETS.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : name;
  const nested = name.includes('-') ? key : `.${key}`;
  return [key, `*${nested}`, `*.*${nested}`];
});

const MESSAGE_MAX = 500;
/** SQLSTATE class of data that does not fit; PostgreSQL quotes it after a colon. */
const DATA_EXCEPTION = /^22/;

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function messageOf(error: Error): string {
  const message = DATA_EXCEPTION.test(codeOf(error) ?? '') ? (error.message.split(':')[0] ?? '') : error.message;
  return withoutAddresses(message).slice(0, MESSAGE_MAX);
}

/** What may be known of an error: its other properties, and the first line of its stack, can quote what people typed. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    code: codeOf(error),
    message: messageOf(error),
    stack: frames?.join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The log of a process: JSON lines in production, readable lines in a terminal. */
export function createLogger(options: { level: string; environment: string; destination?: DestinationStream }): Logger {
  const { level, environment, destination } = options;
  const settings = { level, redact: { paths: SECRET_PATHS, censor: '[hidden]' }, serializers: { err: describeError }, base: undefined };
  if (environment === 'production') return pino(settings, destination ?? pino.destination({ fd: 1, sync: false }));
  return pino(
    settings,
    destination ?? pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
  );
}
