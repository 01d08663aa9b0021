import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { redactAddresses } from '#server/redact-addresses.ts';

/** Properties that are never written, at any of three levels. */
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
/** Bytes of lines that wait for a full disk or a slow reader. */
const WAITING_MAX = 10_000_000;
/** SQLSTATE class of invalid data, which PostgreSQL quotes after a colon. */
const DATA_EXCEPTION = /^22/;

/** Libraries also throw plain objects and strings. */
function textOf(thrown: unknown, name: 'code' | 'message' | 'stack'): string | undefined {
  if (typeof thrown === 'string') return name === 'message' ? thrown : undefined;
  const text: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

function messageOf(thrown: unknown): string | undefined {
  const message = textOf(thrown, 'message');
  const safe = DATA_EXCEPTION.test(textOf(thrown, 'code') ?? '') ? message?.split(':', 1)[0] : message;
  return safe === undefined ? undefined : redactAddresses(safe, MESSAGE_MAX);
}

/** Omits an error's other properties and the first line of its stack, which may quote user input. */
function describeError(thrown: unknown): unknown {
  const frames = textOf(thrown, 'stack')
    ?.split('\n')
    .filter((line) => line.startsWith('    at '));
  return {
    type: thrown instanceof Error ? thrown.name : typeof thrown,
    code: textOf(thrown, 'code'),
    message: messageOf(thrown),
    stack: frames?.join('\n'),
    ...(thrown instanceof Error && thrown.cause !== undefined ? { cause: describeError(thrown.cause) } : {}),
  };
}

/** Standard output, whose failures are ignored: a server is needed more than its log. While a disk is full, lines wait. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, maxLength: WAITING_MAX });
  const flush = output.flushSync.bind(output);
  let isBroken = false;
  output.on('error', () => (isBroken = true)).on('write', () => (isBroken = false));
  // Called before the process exits, when it would retry forever.
  output.flushSync = () => isBroken || flush();
  return output;
}

/** Writes JSON lines in production, readable lines otherwise. */
export function createLogger(options: { level: string; environment: string; destination?: DestinationStream }): Logger {
  const { level, environment, destination } = options;
  const settings = { level, redact: { paths: SECRET_PATHS, censor: '[hidden]' }, serializers: { err: describeError }, base: undefined };
  if (environment === 'production') return pino(settings, destination ?? standardOutput());
  return pino(
    settings,
    destination ?? pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
  );
}
