import type { Parts } from '../texts/parts.ts';
import { type ServiceName, SERVICES } from './steps.ts';

export interface CauseFacts {
  readonly service: ServiceName;
  /** A name, and after a space what it is about. */
  readonly cause: string;
  /** The name of the Slack channel that it is about, if known. */
  readonly channel?: string | null;
  /** The message of the latest step. */
  readonly message: string;
}

export interface CauseText {
  readonly title: string;
  /** What to do about it, while nothing is retried automatically. */
  readonly advice: Parts;
  /** The settings of the series or form, if they are part of the advice. */
  readonly isAboutSettings?: boolean;
  /** Whether it resolves itself while steps are retried. */
  readonly isTemporary?: boolean;
  /** Whether only the messages of the single steps say what went wrong. */
  readonly isInMessages?: boolean;
  /** Whether the address of the attendee is wrong. */
  readonly isAboutAddress?: boolean;
  /** The variables that connect the service, for whoever runs the server. */
  readonly settingNames?: readonly string[];
}

interface Subject {
  readonly service: ServiceName;
  /** What the cause is about, such as a channel. */
  readonly about: string;
  /** The mail server's answer. */
  readonly answer: string;
  /** ` (error 500)`, if the service answered with one. */
  readonly error: string;
}

/** The cause of mails that are sent at most once, and may have been sent. */
export const MAYBE_SENT = 'maybe_sent';
/** The cause of mails that were refused for an address that the sign-up no longer has. */
export const FORMER_ADDRESS = 'former_address';
/** The cause of steps whose mail is held back because its mailbox is full. */
export const ADDRESS_LIMIT = 'address_limit';

const nameOf = (service: ServiceName): string => SERVICES[service].server ?? SERVICES[service].name;

/** A channel as staff know it: by its name, or by its ID where only that was entered. */
const channel = (about: string): string => (about.startsWith('#') ? about : `channel ${about}`);

const SETTINGS = 'Choose another channel in the settings';
const OPERATOR = 'Ask whoever runs this server';

const afterADay = ({ service }: Subject): string =>
  `We stopped trying after a day. Retry once ${service === 'mail' ? 'the mail server' : SERVICES[service].name} works again.`;

const quoted = (answer: string): string =>
  answer === '' ? 'No mail server accepts email for it.' : `Their mail server answered ‘${answer}’.`;

type Text = (subject: Subject) => CauseText;

const gaveUp =
  (what: (service: string, error: string) => string): Text =>
  (subject) => ({ title: what(nameOf(subject.service), subject.error), advice: afterADay(subject), isTemporary: true });

const CAUSES: Readonly<Record<string, Text>> = {
  not_in_channel: ({ about }) => ({
    title: `The bot is not in ${channel(about)}`,
    advice: ['In Slack, open ', { strong: channel(about) }, ', type ', { code: '/invite' }, ' and choose the bot. Then retry.'],
  }),
  channel_not_found: ({ about }) => ({
    title: `Slack can't find ${channel(about)}`,
    advice: 'Check the channel in the settings; if it is private, invite the bot there. Then retry.',
    isAboutSettings: true,
  }),
  channel_archived: ({ about }) => ({
    title: `Slack has archived ${channel(about)}`,
    advice: `${SETTINGS}, or unarchive this one in Slack. Then retry.`,
    isAboutSettings: true,
  }),
  channel_closed: ({ about }) => ({
    title: `The bot may not post in ${channel(about)}`,
    advice: `${SETTINGS}, or ask whoever looks after Slack to let the bot post. Then retry.`,
    isAboutSettings: true,
  }),
  token: ({ service }) => ({
    title: `${nameOf(service)} does not accept our token`,
    advice: `${OPERATOR} for a new one, then retry.`,
    settingNames: SERVICES[service].settingNames,
  }),
  missing_scope: () => ({
    title: 'The bot may not post messages',
    advice: ['Ask whoever looks after Slack to give the app the scope ', { code: 'chat:write' }, ', then retry.'],
  }),
  slack_sign_in: () => ({
    title: 'Slack asks the whole organisation to sign in again',
    advice: 'Ask whoever looks after Slack, then retry.',
  }),
  not_connected: ({ service }) => ({
    title: service === 'mail' ? 'No mail server is connected' : `${nameOf(service)} is not connected`,
    advice: `${OPERATOR} to connect it. Retry works once it is.`,
    settingNames: SERVICES[service].settingNames,
  }),
  switched_off: ({ service }) => ({
    title: SERVICES[service].switchedOff,
    advice: 'Fill them in again in the settings and retry, or dismiss any that are no longer needed.',
    isAboutSettings: true,
  }),
  mailbox: ({ answer }) => ({
    title: 'The address does not exist',
    advice: `${quoted(answer)} Edit the address and retry.`,
    isAboutAddress: true,
  }),
  [FORMER_ADDRESS]: () => ({
    title: 'Refused at the previous address',
    advice: 'The address has been changed since. Retry sends it to the new one.',
  }),
  copy_address: ({ about, answer }) => ({
    title: `Copies to ${about} are refused`,
    advice: `${quoted(answer)} Edit the address in the settings and retry.`,
    isAboutSettings: true,
  }),
  mailbox_full: ({ answer }) => ({
    title: 'The mailbox is full',
    advice: `${quoted(answer)} Retry later, or reach the person another way.`,
  }),
  mail_refused: () => ({
    title: 'The mail server refused the email',
    advice: `See its answer next to each email. ${OPERATOR}, then retry.`,
    isInMessages: true,
  }),
  mail_sign_in: () => ({
    title: 'The mail server does not accept our password',
    advice: `${OPERATOR} to check it, then retry.`,
    settingNames: SERVICES.mail.settingNames,
  }),
  mail_encryption: () => ({
    title: 'No secure connection to the mail server',
    advice: `${OPERATOR} to check its encryption and certificate, then retry.`,
    settingNames: [...SERVICES.mail.settingNames, 'ALLOW_INSECURE'],
  }),
  [ADDRESS_LIMIT]: () => ({
    title: 'Too many emails to one address',
    advice: 'Held back so that nobody can flood a mailbox. Retry next to an email sends it now; retrying all holds them back again.',
    isTemporary: true,
  }),
  form_limit: () => ({
    title: 'Too many confirmations within an hour',
    advice: 'Held back in case the form is being misused. If the sign-ups are genuine, retry after the hour.',
  }),
  [MAYBE_SENT]: () => ({
    title: 'Emails that may have arrived',
    advice: "The mail server's answer was lost, or our server stopped at that moment. Most such emails have arrived.",
  }),
  restored: () => ({
    title: 'Restored from a backup',
    advice: 'This may have been sent since the backup was made. If so, Retry sends it a second time.',
  }),
  bug: () => ({ title: 'Something went wrong on our side', advice: 'Please tell whoever runs this server, then retry.' }),
  database: gaveUp(() => 'Our database did not answer'),
  timeout: gaveUp((service) => `${service} did not answer in time`),
  unreachable: gaveUp((service) => `${service} could not be reached`),
  busy: gaveUp((service) => `${service} asked us to wait`),
  unreadable: gaveUp((service) => `${service} sent a response that we could not read`),
  fault: gaveUp((service, error) => `${service} isn't responding${error}`),
};

const UNKNOWN: Text = ({ service }) => ({
  title: SERVICES[service].notDelivered,
  advice: 'See the reason next to each. Fix it and retry, or dismiss any that are no longer needed.',
  isInMessages: true,
});

const MAIL_ANSWER = /^The mail server answered: (.*)$/s;
const ERROR = / returned (error \d{3})\b/;

/** The recipients who would take old sign-ups for new ones. */
function recipient(service: ServiceName, about: string): string {
  if (service === 'mail') return 'People';
  if (service !== 'slack') return nameOf(service);
  return about === '' ? 'The channel' : channel(about).replace('channel', 'Channel');
}

/** `#leaders would get them as if they were new.` */
export const asIfNew = ({ service, cause, channel: name, steps }: Omit<CauseFacts, 'message'> & { readonly steps: number }): string =>
  `${recipient(service, name ?? cause.split(/ (.*)/s)[1] ?? '')} would get ${steps === 1 ? 'it as if it' : 'them as if they'} were new.`;

/** The text of a cause; for an unknown one, it points to the messages. */
export function causeText({ service, cause, channel: channelName, message }: CauseFacts): CauseText {
  const [name = '', about = ''] = cause.split(/ (.*)/s);
  const error = ERROR.exec(message)?.[1];
  const subject = {
    service,
    about: channelName ?? about,
    answer: MAIL_ANSWER.exec(message)?.[1] ?? '',
    error: error === undefined ? '' : ` (${error})`,
  };
  return ((Object.hasOwn(CAUSES, name) ? CAUSES[name] : undefined) ?? UNKNOWN)(subject);
}
