import { plainHeader, wordSet } from '../columns/synonyms.ts';

/** A text for comparison: composed, without case and outer spaces. */
export const plainText = (text: string): string => text.trim().toLowerCase().normalize('NFC');

/** Words for yes and no in the languages of `SYNONYMS`, without accents; single letters that are rather typing errors are not among them. */
const YES_WORDS = wordSet(
  'yes y true on 1 x ✓ ✔ ☑ ja j wahr oui vrai si verdadero sim verdadeiro vero waar sand sann sant kylla tosi tak prawda ano pravda igen igaz',
);
const NO_WORDS = wordSet(
  'no n false off 0 - – — ☐ nein falsch non faux falso nao nee onwaar nej falskt falsk nei usann ei epatosi nie fałsz ne nepravda nem hamis',
);

const withoutAccents = (text: string): string => plainText(text).normalize('NFD').replaceAll(/\p{M}/gu, '');

export const isYes = (text: string): boolean => YES_WORDS.has(withoutAccents(text));

export const isNo = (text: string): boolean => NO_WORDS.has(withoutAccents(text));

/** What other tools call the states of a sign-up, as `plainHeader` gives them; the longer words begin with one of these. The first that fits counts. */
const STATES = [
  [
    'going',
    new RegExp(
      `^(?:${[
        'attend(?:ing|ed)|checkedin|approved|accepted|active|ok|completed?|confirmed|paid|going|registered|valid|rsvpyes|i(?:will|ll|m)?(?:be)?(?:there|attend(?:ing)?|com(?:e|ing))',
        'nimmtteil|teilnehmer(?:in)?|eingecheckt|bezahlt|bestatigt|angemeldet|anmeldung|zugesagt|zusage|teilgenommen|aktiv|akzeptiert|(?:ich)?komm(?:e|t)|dabei|teilnahmebestatigt|bevestigd|(?:ik)?kom(?:t)?|betaald|aangemeld|ingeschreven',
        'participe|vient|jeviens|vengo|viene|vou|vai|asistira|partecipa|enregistree?|confirme|payee?|inscrite?|acceptee?|validee?|confirmad[oa]|confermat[oa]|pag(?:ad|at)?[oa]|aprobad[oa]|aprovad[oa]|approvat[oa]|inscrit[oa]|iscritt[oa]',
        '(?:jeg|jag)?kommer|godk[aeä]\\p{L}+|godkjent|deltar|deltager|betalt|betald|bekræftet|bekreftet|bekraftad|tilmeldt|pameldt|anmald|hyvaksytty|vahvistettu|maksettu|ilmoittautunut|tulossa|tulen',
        'bede|przyjde|prijdu|jovok|zaakceptowan\\p{L}|schvalen\\p{L}?|elfogadva|potwierdz(?:on\\p{L}|eni)|opłacon\\p{L}|zapłacon\\p{L}|zarejestrowan\\p{L}|potvrzen\\p{L}|zaplacen\\p{L}|prihlasen\\p{L}?|megerositve|visszaigazolva|fizetve|jelentkezett|regisztralt',
      ].join('|')})$`,
      'u',
    ),
  ],
  [
    'other',
    /^(?:offered|pending|await|invit|unpaid|partial|incomplete|refund|declin|reject|denied|expired|deleted|transfer|noshow|abgelehnt|ausstehend|unbezahlt|abgelaufen|refus|rembours|rechaz|pendiente|rifiut)/,
  ],
  [
    'cancelled',
    /^(?!cancel\p{L}*(?:declin|reject|request|pending))(?:order)?(?:cancel|storn|(?:ge)?annul|anul|abgesagt|absage|abgemeldet|abmeldung|afgemeld|uitgeschreven|avbokad|avanmald|avmeld|avlyst|aflyst|afmeld|frameld|afbud|peru(?:nut|utettu|ttu)|odwołan|zrusen|odhlasen|lemond|torolve|not(?:attending|going|coming)|nimmtnicht|neparticipepas|noasistira|nonpartecipa|deltar(?:inte|ikke)|deltagerikke|teilnahmeabgesagt|(?:ich)?komm[et]nicht|jeneviens|nevientpas|novengo|noviene|(?:ik)?komt?niet|kommer(?:inte|ikke)|niebede|nieprzyjde|neprijdu|nemjovok|naovou|naovai|entule|eitule)/u,
  ],
  [
    'waiting',
    // Not `Removed from waiting list` or `Waitlist declined`.
    /^(?!no|nicht|nie|pas|off|remov|promot|ikke|inte|ej)(?!.*(?:declin|reject|expir|approv|accept|confirm|offer|remov|cancel))(?:waiting$|wartend$|rezerwow[aye]$|.*(?:wait(?:ing)?list|wartelist|nachruck|(?:list[ea]|file)d[ei]?l?(?:attente|espera|attesa)|wachtlijst|ventelist|vantelist|jonossa|(?:list[aey]|liscie)rezerwow|nahradni|cekacilist|varolist))/,
  ],
  // People who wait for anything else still have to pay or be approved.
  ['other', /wait|^warte|attente|espera|attesa|wacht|vente|vantar|jonossa|liscierezerwow|nahradni|cekaci|varolist/],
] as const;

export type State = (typeof STATES)[number][0];

/** The state that a word of another tool means; undefined if it is none of them. */
export function stateOf(text: string): State | undefined {
  const plain = plainHeader(text);
  return STATES.find(([, words]) => words.test(plain))?.[0];
}
