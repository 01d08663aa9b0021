import { isNo, isSubscribed, isYes, CHANGES_MEANING, saysNoMail, saysUnsubscribed, stateOf } from '../rows/cell-words.ts';
import { PRONOUNS } from '../rows/split-name.ts';
import type { ColumnTarget } from './column-targets.ts';
import { consentInWords, phraseOf, plainHeader, SYNONYMS, wordSet } from './synonyms.ts';

const STATUS =
  /status|state|statut|estado|stato|\b(?:stav|tila|durum\p{L}*|stare|stanje|olek|būsena)\b|статус|κατάσταση|állapot|státusz|payment|response type|^(?:response|reply|antwort|rückmeldung|réponse)$|^zu-? ?(?:\/|oder|und) ?absage$/iu;
const COMING =
  /rsvp|^\W*(?:(?:will|are|can) you (?:be )?)?(?:attend(?:ing|ance)?|com(?:e|ing)|going|make it)(?: (?:the|this|our) event)?\W*$|^\W*(?:zusage|teilnahme|ich nehme teil|nehmen sie teil|nimmst du teil|komm(?:t|e|st du|en sie)|participation|présence|serez-vous présente?|asistencia|asistirá|deelname|deltar(?: du)?)\W*$/i;
const CANCELLED =
  /^(?:is|order)?(?:cancell?(?:ed|a[dt][oa])|storniert[er]?|storno?(?:ierungs)?datum|abgesagt|geannuleerd|ann?ul(?:ee?|l?iert|l?e?ret|lert|erad|l?a[dt][oa]|owan\p{L})|avbokad|avlyst|aflyst|peru(?:utettu|ttu)|odwołan\p{L}|zrusen\p{L}?|lemondva|torolve|withdrawn|deleted|geloscht|supprimee?)$/u;
const CANCELLATION = wordSet(
  'cancel cancellation cancelation storno stornierung absage annulation annulering annullamento cancelacion cancelamento cancellazione anulacja avbokning lemondas',
);
const WHEN = wordSet('at on am le op il el em data date datum dato time utc');
/** The other words of such a header; any further one makes it a policy, the opposite, or something else that can be cancelled. */
const OF_SIGN_UP = wordSet(
  [
    'is was has been order registration booking reservation ticket rsvp event attendance status signup sign up',
    'bestellung anmeldung buchung teilnahme wurde ist l la commande inscription participation billet a ete est pedido inscripcion reserva fue ordine iscrizione',
    'prenotazione stato e inscricao foi bestelling inschrijving aanmelding reservering anmalan bokning bestilling tilmelding pamelding blev zamowienie rejestracja',
    'rezerwacja objednavka registrace rezervace tilaus varaus rendeles jelentkezes foglalas',
  ].join(' '),
);

const areMost = (values: readonly string[], is: (value: string) => boolean): boolean => values.filter(is).length * 2 >= values.length;
const isDate = (value: string): boolean => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/.test(value);
const isYesOrNo = (value: string): boolean => isYes(value) || isNo(value);

/** Whether a header says that somebody wants no mail. */
export const saysOptOut = (header: string): boolean => saysNoMail(header) || consentInWords(header) === '_unsubscribed';

/** Whether a header names the sign-up, apart from small words and the one for a state. */
const isOfSignUp = (header: string): boolean =>
  COMING.test(header) ||
  phraseOf(/mail|newsletter|marketing/i.test(header) ? '' : header)
    .split(' ')
    .some((word) => word === 'response' || (OF_SIGN_UP.has(word) && !/^(?:.{1,3}|been|wurde|blev|status|stato)$/.test(word)));

/** Whether a column says what became of each sign-up: states of other tools, or yes and no to coming. */
function hasStates(header: string, values: readonly string[]): boolean {
  const isComing = COMING.test(header);
  const saysMail = isOfSignUp(header) ? saysUnsubscribed : () => false;
  const known = values.filter((value) => stateOf(value) !== undefined || (isComing && isYesOrNo(value)) || saysMail(value));
  if (isComing || STATUS.test(header)) return known.length > 0 && known.length * 2 >= values.length;
  // Words such as Paid and Pending are in many columns.
  return known.length === values.length && values.some((value) => ['cancelled', 'waiting'].includes(stateOf(value) ?? ''));
}

/** Whether a header says that somebody has cancelled, and perhaps when; undefined for others. */
function cancelling(header: string): 'whether' | 'when' | undefined {
  const words = phraseOf(header).split(' ');
  const own = words.filter((word) => CANCELLED.test(word) || CANCELLATION.has(word));
  if (own.length === 0 || !words.every((word) => own.includes(word) || WHEN.has(word) || OF_SIGN_UP.has(word))) return undefined;
  return words.some((word) => CANCELLED.test(word) || WHEN.has(word)) ? 'when' : 'whether';
}

/** Whether a column has what mailing tools say of everyone, unless its name asks for consent. */
const areMailStates = (header: string, values: readonly string[]): boolean =>
  values.some(saysUnsubscribed) &&
  values.every((value) => isSubscribed(value) || (saysUnsubscribed(value) && stateOf(value) !== 'cancelled')) &&
  !isOfSignUp(header) &&
  !CHANGES_MEANING.test(header) &&
  consentInWords(header) === undefined &&
  SYNONYMS.get('marketing')?.includes(plainHeader(header)) !== true;

/** The key of what a column says about whether somebody comes, or wants mail; undefined if it says neither. `values` are some of its different ones. */
export function keyOfStates(header: string, values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  if (saysOptOut(header) || areMailStates(header, values)) return '_unsubscribed';
  const says = cancelling(header);
  if (says !== undefined && values.every((value) => isYesOrNo(value) || (says === 'when' && isDate(value)))) return '_cancelled';
  return hasStates(header, values) ? '_registration' : undefined;
}

/** Salutations, and what somebody is in a meeting. */
const NO_JOB = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|(?:co-)?organi[sz]er|presenter|panelist|attendee|member|host)\.?$/i;
const TEXTS = ['first_name', 'last_name', '_name', 'job_title', 'organisation'];

/** Whether a column with some different values could be of this target. */
export function fits({ key }: ColumnTarget, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  if (key === 'email') return areMost(values, (value) => value.includes('@'));
  if (!TEXTS.includes(key)) return true;
  const isNumber = key.endsWith('name') ? /^\P{Ll}*\d\P{Ll}*$/u : /^[\d\s.,:+-]*$/;
  const isPronoun = (value: string): boolean => value.replace(PRONOUNS, '').trim() === '';
  return !areMost(values, (value) => isNumber.test(value) || isYesOrNo(value) || NO_JOB.test(value) || isPronoun(value));
}
