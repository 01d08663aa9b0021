import { z } from 'zod';
import { ServiceError } from './service-error.ts';

const SIGN_IN_REFUSED = 'The mail server does not accept our sign-in. The person who runs this server must check SMTP_URL.';

const NOT_ENCRYPTED =
  'The mail server does not encrypt, and we do not send our password in the clear. The person who runs this server must check SMTP_URL and ALLOW_INSECURE.';

/** Why an encrypted connection could not be made, by the words of the library. */
const ENCRYPTION = [
  [
    /wrong version number|packet length too long/,
    "The mail server's answer was not encrypted. If SMTP_URL begins with smtps://, and the server does not encrypt from the start, change it to smtp://",
  ],
  [
    /\balert\b|unsupported protocol/,
    'The mail server refuses our encryption: it may only support TLS 1.1 or older, or ask for a certificate. The person who runs this server must check SMTP_URL',
  ],
  [
    /certificate|altnames/i,
    'The certificate of the mail server is not trusted. The person who runs this server must fix it, or set NODE_EXTRA_CA_CERTS',
  ],
] as const;

const smtpFailureSchema = z.object({
  message: z.string(),
  code: z.string().catch(''),
  /** The SMTP command that was refused. */
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});
type SmtpFailure = z.infer<typeof smtpFailureSchema>;

/** Words of mail servers about a mailbox that does not exist, for those that send no extended code. */
const NO_MAILBOX =
  /no such|unknown|does not exist|not found|invalid|unavailable|unrouteable|undeliverable|disabled|no longer valid|doesn't have an? /i;
/** Extended codes (RFC 3463) that are about the sender, the size of the mail, how much we send, or what the server allows at all. */
const ABOUT_US = /^(?:1\.[78]|2\.3|3\.\d+|4\.[56]|7\.\d+)$/;
/** Extended codes that do not say what is wrong, or no code. */
const VAGUE = /^(?:|\d\.0|2\.1|[05]\.\d+)$/;
/** Names of hosts and addresses in an answer, whose words say nothing. */
const NAMES = /<[^<>]*>|(?<=\s)\S*[@.]\w\S*/g;
/** The subject of an answer without a clear code, by its text: the first that fits. */
const IN_WORDS: readonly (readonly [words: RegExp, reason: string])[] = [
  [/^5(?:0[0234]|3\d)|\byour (?:\w+ )?(?:account|domain|plan)\b|(?<!\brecipient\b.*)\bnot verified\b|\bsandbox\b/i, 'mail_refused'],
  [/\b(?:mailbox|account|user|recipient)\b(?!.*\b(?:send|sent|hourly)).*\b(?:size|quota|full)\b/i, 'mailbox_full'],
  [
    /\b(?:mailbox|account|user|recipient)\b.{0,9}\b(?:unknown|not found)|\b(?:no such|unknown) (?:\w+ )?(?:mailbox|account|user|recipient)/i,
    'mailbox',
  ],
  [
    /\b(?:relay(?:ing)?|rcpthosts|auth|(?:un)?authenticat\w+|[eh][eh]lo|send(?:er|ing)?|hourly|daily (?!rec)|per (?:hour|day|connection)|frequency|header|receiving mail|size|spam|junkmail|polic(?:y|ies)|prohibit(?:ed|ion))\b/i,
    'mail_refused',
  ],
  [
    /\b(?:reputation|\w*bl|spf|dkim|dmarc|your ip|ip address|(?:client|your|from this) host(?:name)?|reverse|ptr|(?<!not )listed (?:at|by|in|on)|too many|rate limit|gr[ae]ylist\w*)\b|(?<!\b(?:mailbox|account|user)\b.{0,10})\b(?:block|black)(?:ed|[ -]?list(?:ed)?)\b/i,
    'mail_refused',
  ],
  [/^552(?!.*\b(?:full|quota|storage|space)\b).*\b(?:message|virus|content|hops|lines?|recipients)\b/i, 'mail_refused'],
  [/^552|\b(?:full|quota)\b/i, 'mailbox_full'],
];

/** At the beginning of an answer, or as qmail writes it: `(#5.7.1)`. */
const extendedCode = (answer: string): string => /^5\d\d[ -](?:.*\(#)?5\.(\d{1,3}\.\d{1,3})\b/s.exec(answer)?.[1] ?? '';

function reasonInWords(answer: string): string | undefined {
  const said = answer.replaceAll(NAMES, ' ');
  return IN_WORDS.find(([words]) => words.test(said))?.[1];
}

/** The meaning of a mail server's permanent failure: by its extended code and the refused command, or without a clear code by its text. */
function answerReason(answer: string, command: string | undefined): string {
  const code = extendedCode(answer);
  if (command === 'MAIL FROM' || ABOUT_US.test(code)) return 'mail_refused';
  const reason = VAGUE.test(code) ? reasonInWords(answer) : undefined;
  if (reason !== undefined) return reason;
  if (code === '2.2') return 'mailbox_full';
  if (command === 'RCPT TO' || /^(?:1\.|2\.1$)/.test(code)) return 'mailbox';
  return code === '' && NO_MAILBOX.test(answer) ? 'mailbox' : 'mail_refused';
}

const ANSWERED = 'The mail server answered: ';

/** Whether a mail server refused because of how much we send: 421, 432 of Exchange Online, or in words, which answers about one mailbox or session use too. */
export function limitsOurMail(message: string): boolean {
  if (!message.startsWith(ANSWERED)) return false;
  const answer = message.slice(ANSWERED.length);
  const said = answer.replaceAll(NAMES, ' ');
  if (/^4(?:21|32)\b/.test(said)) return true;
  const isOfSending = /\b(?:send(?:er|ing)?|sent|hourly|daily)\b/i.test(said);
  const isOfOne = /^4\d\d[ -]4\.2\./.test(answer) || /\b(?:mailbox|inbox|account|recipient|user|full|quota|session)\b/i.test(said);
  return (isOfSending || !isOfOne) && /^4.*\b(?:limits?|quota|rates?|throttl\w+|too many)\b/is.test(said);
}

/** SMTP refuses with 4xx for now, with 5xx permanently. */
function refusal(failure: SmtpFailure, cause: unknown): ServiceError {
  const { code, command, message, responseCode = 0, response = message } = failure;
  const answer = response.slice(0, 300);
  const isTemporary = responseCode < 500 || code === 'ETLS';
  if (code === 'ETLS') return new ServiceError(NOT_ENCRYPTED, { isTemporary, reason: 'mail_encryption', cause });
  if (code === 'EAUTH' && !isTemporary)
    return new ServiceError(`${SIGN_IN_REFUSED} It answered: ${answer}`, { isTemporary, reason: 'mail_sign_in', cause });
  return new ServiceError(ANSWERED + answer, { isTemporary, reason: isTemporary ? 'busy' : answerReason(answer, command), cause });
}

function connectionFailure({ message, code }: SmtpFailure): readonly [words: string, reason: string] {
  const encryption = ENCRYPTION.find(([words]) => words.test(message))?.[1];
  if (encryption !== undefined) return [`${encryption} (${message.trim().slice(0, 200)})`, 'mail_encryption'];
  return [`The mail server could not be reached, or hung up (${code === '' ? 'no reason given' : code})`, 'unreachable'];
}

/** What a failure of the mail library means; `limit` is aborted when the time was up. */
export function toServiceError(error: unknown, limit: AbortSignal, mayHaveSucceeded: boolean): ServiceError {
  const failure = smtpFailureSchema.parse(error);
  const { message, code, responseCode, response } = failure;
  const failed = (words: string, reason: string) => new ServiceError(words, { isTemporary: true, reason, mayHaveSucceeded, cause: error });
  if (limit.aborted || code === 'ETIMEDOUT') return failed('The mail server did not answer in time', 'timeout');
  if (responseCode !== undefined) return refusal(failure, error);
  if (code === 'EAUTH') return failed(SIGN_IN_REFUSED, 'mail_sign_in');
  if (code === 'EPROTOCOL' || response !== undefined) return failed('The mail server sent a response that cannot be read', 'unreadable');
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const reason = code === 'EENVELOPE' ? 'mailbox' : 'mail_refused';
    return new ServiceError(`The email cannot be sent: ${message.slice(0, 300)}`, { isTemporary: false, reason, cause: error });
  }
  return failed(...connectionFailure(failure));
}
