import { isEmail } from '#contract/rules/email.ts';
import { isAnswer, isNo, isSubscribed, isYes, CHANGES_MEANING, saysNoMail, saysUnsubscribed, stateOf } from '../rows/cell-words.ts';
import { PRONOUNS } from '../rows/split-name.ts';
import type { ColumnTarget } from './column-targets.ts';
import { consentInWords, isSynonym, phraseOf, plainHeader, wordSet } from './synonyms.ts';

const STATUS =
  /status|state|statut|estado|stato|\b(?:stav|tila|durum\p{L}*|stare|stanje|olek|būsena)\b|статус|κατάσταση|状[态況]|狀[態況]|ステータス|סטטוס|الحالة|állapot|státusz|payment|response type|^zu-? ?(?:\/|oder|und) ?absage$/iu;
/** What people come to as a whole: a dinner or a visit may be only part of it. */
const EVENT =
  "(?: (?:to|an|am|zu[mr]?|à|au|all|al|a|aan|naar))?(?: (?:the|this|our|l|la|le|der|dem|unsere[mr]|diese[mr]|het|de|el|il))?[ ’']?(?:event|webinar|workshop|conference|meeting|training|seminar|course|veranstaltung|konferenz|tagung|schulung|kurs|treffen|événement|webinaire|conférence|formation|atelier|séminaire|evento|evenement)";
const COMING = new RegExp(
  `^\\W*(?:${[
    `rsvp|(?:(?:will|are|can) you (?:be )?(?:able to )?)?(?:attend(?:ing|ance)?|com(?:e|ing)|going|join(?:ing)?(?: us)?|make it)(?:${EVENT})?`,
    `zusage|teilnahme|(?:ich nehme|nehmen sie|nimmst du)(?:${EVENT})? teil|(?:(?:werden|können) sie|(?:wirst|kannst) du)(?:${EVENT})? teilnehmen|komm(?:t|e|st du|en sie)(?:${EVENT})?`,
    `participation|présence|(?:serez-vous|pourrez-vous être) présente?(?:\\(e\\))?|(?:participerez-vous|allez-vous participer)(?:${EVENT})?`,
    `asistencia|(?:asistir[áa]s?|vas? a asistir|parteciper(?:à|ai))(?:${EVENT})?|deelname|(?:ben|bent) (?:u|je) aanwezig|kom(?:t u| je)(?:${EVENT})?|neem(?:t u| je) deel`,
    'delt(?:ar|ager)(?: du)?|kommer du|(?:czy )?weźmiesz udział|zúčastníte se|részt vesz(?:el)?|katıl(?:acak|ıyor) mı?u?(?:sınız|sunuz)?',
  ].join('|')})\\W*$`,
  'i',
);
/** Headers that say who comes, unless they have marks below them. */
const REPLIES = wordSet(`
  response reply antwort ruckmeldung reponse respuesta risposta resposta antwoord reactie svar vastaus odpowiedz odpoved valasz
  yanıt yanit raspuns odgovor vastus atbilde atsakymas ответ відповідь απαντηση
`);
/** States of something other than a sign-up. */
const OTHER_STATUS =
  /gdpr|dsgvo|rgpd|consent|einwilligung|privacy|datenschutz|marketing|newsletter|mail|\blead\b|membership|mitglied|marital/i;
/** What a yes below a header means. */
const FLAGS = Object.entries({
  _cancelled: [
    '(?:is|order)?(?:cancell?(?:ed|a[dt][oa])|storniert[er]?|storno?(?:ierungs)?datum|abgesagt|geannuleerd|ann?ul(?:ee?|l?iert|l?e?ret|lert|erad|l?a[dt][oa]|owan\\p{L}))',
    'avbokad|avlyst|aflyst|peru(?:utettu|ttu)|odwołan\\p{L}|zrusen\\p{L}?|stornovan\\p{L}?|lemond(?:ta|va)|torolve|withdrawn|deleted|geloscht|supprimee?|iptal(?:edildi)?',
    'anulat\\p{L}?|otkazan\\p{L}?|odjavljen\\p{L}?|preklican\\p{L}?|tuhistatud|atcelts?|atsaukt\\p{L}?|отменен\\p{L}?|скасован\\p{L}?|ακυρωμεν\\p{L}+|ακυρωθηκε',
    'void(?:ed)?|cancell?ation|storno|stornierung|absage|annulation|annulering|annullamento|cancelacion|cancelamento|cancellazione|anulacja|avbokning|lemondas|cancel',
  ],
  _waiting: [
    'waiting|wait(?:ing)?list(?:ed|position|number|place)?|standby|warteliste(?:nplatz|nposition)?|wartend|nachrucker(?:liste)?|wachtlijst|ventelisten?|vantelist[ae]n?|jonossa|jonotuslista(?:lla)?',
    '(?:liste|file)?dattente|(?:lista)?d?e?spera|lista(?:de|d|di)(?:espera|attesa)|list\\p{L}{1,2}rezerwow\\p{L}{1,2}|rezerwow\\p{L}|nahradni\\p{L}*|cekacilist\\p{L}+|cakacialistina',
    'varolist\\p{L}+|beklemelistesi(?:nde)?|list\\p{L}deasteptare|листожидания|списокочікування|λισταανα?μονης|listacekanja|cakaln\\p{L}(?:seznam|list\\p{L})|ootenimekir\\p{L}+|laukimosarasas|gaidisanassaraksts',
  ],
  _unconfirmed: [
    '(?:pending|awaiting|needs|requires)(?:approval|confirmation|payment)?|(?:un|not)(?:paid|confirmed|approved)|refunded|declined|rejected|denied|expired|noshow|tentative|maybe',
    'ausstehend|unbezahlt|unbestatigt|abgelehnt|(?:zuruck)?erstattet|abgelaufen|refusee?|rembourse+|enattente(?:depaiement|devalidation)?|rechazad[oa]|pendiente|reembolsad[oa]',
    'rifiutat[oa]|rimborsat[oa]|pendente|recusad[oa]|rejeitad[oa]|afgewezen|geweigerd|terugbetaald|afvist|avvist|avvisad|nekad|refunder(?:et|at|ad)|aterbetald|odrzucon\\p{L}|zwrocon\\p{L}',
    'zamitnut\\p{L}|odmitnut\\p{L}|elutasitva|reddedildi|respins\\p{L}?|отклонен\\p{L}?|відхилен\\p{L}?|odbijen\\p{L}?|zavrnjen\\p{L}?|hylatty|tagasilukatud|noraidit\\p{L}|atmest\\p{L}+|απορριφθηκε',
  ],
}).map(([key, words]) => ({ key, words: new RegExp(`^(?:${words.join('|')})$`, 'u') }));
/** The last words of `_cancelled`, which may have a deadline below them. */
const CANCELLATION = /(?:ione?|[iu]ng|sage|mento|cja|das|cancel|storno)$/;
/** Having paid or a ticket, been there, being active, accepting terms or attending online does not mean that someone is coming. */
const NOT_COMING =
  /scan|used|utilise|issued|sold|purchas|redeem|arriv|present|expect|eingel|ausgest|anwes|emis|pa(?:id|y|g)|p[lł]a[ct]|bezahlt|beta|fizet|maks(?:ettu|tud)|apm[ao]k|odendi|[ос]плач|πληρω|free|compl|attended|check|teilgenommen|activ|aktiv|^ok$|valid|g[eiuy]l[dt]ig|online|virtual|^accepts?$/;
const WHEN = wordSet('at on am le op il el em data date datum dato time utc');
/** The other words of such a header; any further one makes it a policy, the opposite, or something else that can be cancelled. */
const OF_SIGN_UP = wordSet(`
  is was has been order approval registration booking reservation response ticket rsvp event attendance status signup sign up
  bestellung bestell anmeldung anmelde buchung registrierung reservierung teilnahme wurde ist l la commande inscription participation billet a ete est pedido inscripcion reserva fue ordine iscrizione
  prenotazione stato e inscricao foi bestelling inschrijving aanmelding reservering anmalan bokning bestilling tilmelding pamelding blev zamowienie rejestracja
  auf der sur in en na pa op rezerwacja objednavka registrace rezervace tilaus varaus rendeles jelentkezes foglalas
`);
const SIGN_UPS = [...OF_SIGN_UP].filter((word) => !/^(?:.{1,3}|been|wurde|blev|status|stato)$/.test(word));

/** Whether a condition holds for at least half of some values. */
export const areMost = (values: readonly string[], is: (value: string) => boolean): boolean =>
  values.filter(is).length * 2 >= values.length;
const isDate = (value: string): boolean => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/.test(value);
const isYesOrNo = (value: string): boolean => isYes(value) || isNo(value) || plainHeader(value) === 'checked';
const isMark = (value: string): boolean => /^\P{L}*\d\P{L}*$/u.test(value) && !isYesOrNo(value);

/** Whether a header means that someone does not want mail. */
export const saysOptOut = (header: string): boolean => saysNoMail(header) || consentInWords(header) === '_unsubscribed';

/** Whether a header names the sign-up, apart from small words and the one for a state. */
const isOfSignUp = (header: string): boolean =>
  asksWhetherComing(header) ||
  phraseOf(/mail|newsletter|marketing/i.test(header) ? '' : header)
    .split(' ')
    .some((word) => SIGN_UPS.some((name) => word.startsWith(name)));

/** Whether a column of states is only about the sign-up, and not about a payment or part of the event. */
export const isOwnStatus = (header: string): boolean =>
  !/payment/i.test(header) &&
  phraseOf(header.replace(STATUS, ' '))
    .split(' ')
    .every((word) => OF_SIGN_UP.has(word.replace(/(?<=ung)s$/, '')) || /^(?:d[aeiou]?|de(?:[lrs]|lla?)|v[ao]n|for)?$/.test(word));

const isReply = (header: string): boolean => REPLIES.has(phraseOf(header));
const asksWhetherComing = (header: string): boolean =>
  COMING.test(header) || isReply(header) || (/rsvp/i.test(header) && isOwnStatus(header));

/** Whether a column gives the state of each sign-up: states of other tools, or yes and no to coming. */
function hasStates(header: string, values: readonly string[]): boolean {
  if (OTHER_STATUS.test(header) || (isReply(header) && values.some(isMark))) return false;
  const isComing = asksWhetherComing(header);
  const saysMail = isOfSignUp(header) ? saysUnsubscribed : () => false;
  const isKnown = (value: string): boolean => stateOf(value) !== undefined || (isComing && isAnswer(value)) || saysMail(value);
  if (isComing || STATUS.test(header))
    return areMost(values, isKnown) || (isOwnStatus(header) && values.some((value) => stateOf(value) === 'cancelled'));
  // Words such as Paid and Pending are in many columns.
  return values.every(isKnown) && values.some((value) => ['cancelled', 'waiting'].includes(stateOf(value) ?? ''));
}

/** Whether values are a yes or a no to what a flag says, or as good as one. */
function fitFlag(key: string, isDated: boolean, values: readonly string[]): boolean {
  // The times of sign-ups add nothing to the rows themselves.
  if (key === '_coming') return !values.every(isDate) && values.every((value) => isAnswer(value) || stateOf(value));
  return values.every(
    (value) =>
      isYesOrNo(value) ||
      (isDated && (isDate(value) || (stateOf(value) ?? 'going') !== 'going')) ||
      (/^\P{L}*\d/u.test(value) ? key === '_waiting' && !isDate(value) : isAnswer(value)),
  );
}

/** The key for what a yes or no below a header says about the sign-up alone; undefined for other headers. */
function keyOfFlag(header: string, values: readonly string[]): string | undefined {
  const words = phraseOf(header).split(' ');
  const own = words.filter((word) => !OF_SIGN_UP.has(word) && !WHEN.has(word)).join('');
  const isComing = stateOf(own) === 'going' && !NOT_COMING.test(own);
  const key = FLAGS.find(({ words: flags }) => flags.test(own) || flags.test(words.join('')))?.key ?? (isComing ? '_coming' : undefined);
  const isDated = !CANCELLATION.test(own) || words.some((word) => WHEN.has(word));
  return key !== undefined && fitFlag(key, isDated, values) ? key : undefined;
}

/** Whether a column contains what mailing tools state for everyone, unless its name asks for consent. */
const areMailStates = (header: string, values: readonly string[]): boolean =>
  values.some(saysUnsubscribed) &&
  values.every((value) => isSubscribed(value) || (saysUnsubscribed(value) && stateOf(value) !== 'cancelled')) &&
  !isOfSignUp(header) &&
  !CHANGES_MEANING.test(header) &&
  consentInWords(header) === undefined &&
  !isSynonym('marketing', plainHeader(header));

/** The key for what a column says about whether people are coming, or want mail; undefined if it says neither. `values` are some of its different ones. */
export function keyOfStates(header: string, values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  if (saysOptOut(header) || areMailStates(header, values)) return '_unsubscribed';
  const named = asksWhetherComing(header) ? '_coming' : '_registration';
  return keyOfFlag(header, values) ?? (hasStates(header, values) ? named : undefined);
}

/** Salutations, and roles in a meeting. */
const NO_JOB =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|(?:co-)?organi[sz]er|organisator|organisateur|organizador|presenter|panelist|attendee|teilnehmer|participante?|member|host)\.?$/i;
const TEXTS = ['first_name', 'last_name', '_name', 'job_title', 'organisation'];

/** Whether a column with some different values could be of this target. */
export function fits({ key }: ColumnTarget, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  if (key === 'email') return areMost(values, (value) => value.includes('@'));
  if (!TEXTS.includes(key)) return true;
  const isNumber = key.endsWith('name') ? /^\P{Ll}*\d\P{Ll}*$/u : /^[\d\s.,:+-]*$/;
  const isPronoun = (value: string): boolean => value.replace(PRONOUNS, '').trim() === '';
  return !areMost(values, (value) => isNumber.test(value) || isEmail(value) || isYesOrNo(value) || NO_JOB.test(value) || isPronoun(value));
}
