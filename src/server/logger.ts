import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

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

/** The log of a process: JSON lines in production, readable lines in a terminal. */
export function createLogger(options: { level: string; environment: string; destination?: DestinationStream }): Logger {
  const { level, environment, destination } = options;
  const settings = { level, redact: { paths: SECRET_PATHS, censor: '[hidden]' }, base: undefined };
  if (environment === 'production') return pino(settings, destination ?? pino.destination({ fd: 1, sync: false }));
  return pino(
    settings,
    destination ?? pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
  );
}
