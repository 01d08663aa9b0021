import { folded, SEPARATORS } from '#contract/rules/search-words.ts';
import { plainHeader, wordSets } from '../columns/synonyms.ts';

/** A text for comparison: composed, without case and outer spaces. */
export const plainText = (text: string): string => text.trim().toLowerCase().normalize('NFC');

/** A name for comparison: one list has accents, hyphens or spaces that another lacks. */
export const plainName = (name: string): string => folded(name).split(SEPARATORS).join(' ').trim() || plainText(name);

/** Words for yes and no in the languages of `SYNONYMS`, without accents; single letters that are more likely typing errors are omitted. */
const ANSWERS = wordSets({
  yes: `yes y true on 1 x ✓ ✔ ☑ ja j wahr oui vrai si verdadero sim verdadeiro vero waar sand sann sant kylla tosi tak prawda ano pravda igen igaz evet da jah taip да так ναι`,
  no: `no n false off 0 - – — ☐ nein falsch non faux falso nao nee onwaar nej falskt falsk nei usann ei epatosi nie fałsz ne nepravda nem hamis unchecked hayır hayir nu нет ні οχι`,
});

const withoutAccents = (text: string): string => plainText(text).normalize('NFD').replaceAll(/\p{M}/gu, '');

export const isYes = (text: string): boolean => ANSWERS.yes.has(withoutAccents(text));
export const isNo = (text: string): boolean => ANSWERS.no.has(withoutAccents(text));
/** `No, sorry`, `2. No` and `0 guests`, but not `No allergies`. */
export const saysNo = (text: string): boolean =>
  isNo(text) ||
  isNo(/^(?:\d\P{L}*|(?=\p{L}+(?:\P{L}*$|\s*[,.!;–/])))(\p{L}+)/u.exec(text)?.[1] ?? '') ||
  /^0+(?:[.,]0+)?(?!\d|[.,-]\d)/.test(text);

/** The text after a yes, a tick, a number of people or a date; undefined if a cell begins with none of them. */
function afterYes(text: string): string | undefined {
  const [, word = 'yes', rest] =
    /^(?:(?:yes|ja|oui)(?!\p{L})|checked$|0{0,2}[1-9]|(\p{L}+)(?=\s*[,.!;–/]))\P{L}*(?:(?:but|aber|mais)\P{L}+)?(.*)$/isu.exec(text) ?? [];
  if (isYes(text)) return '';
  return isYes(word) ? rest : undefined;
}

/** `Yes, I'll be there` or `2 people`, but not `Yes (cancelled)`. */
export function saysYes(text: string): boolean {
  const rest = afterYes(text);
  return rest !== undefined && !saysNo(text) && !saysNo(rest) && (stateOf(rest) ?? 'going') === 'going';
}

/** Whether a cell begins with a yes or a no, whatever follows. */
export const isAnswer = (text: string): boolean => afterYes(text) !== undefined || saysNo(text);

/**
 * Statuses in other tools, as written by `plainHeader`, by groups of languages: `*` is any letters, `?` one letter or none. The first match counts: people who
 * wait for anything other than a place still have to pay or be approved. `unanswered` is for people who were asked and have not replied; a longer text, such as
 * `Invitation declined`, is `other`.
 */
const WORDS = wordSets({
  going: `
    accept accepts attend attends willattend attendinginperson attendingonline attendingvirtually attendedinperson attendedonline attendedvirtually attendedondemand confirm signedup enrol?ed acquired attending attended checkedin approved accepted active ok complete completed confirmed paid paidinfull free complimentary placed booked reserved going coming registered valid success successful rsvpyes not*checkedin checkedout not*arrived arrived expected used unused notused scanned unscanned notscanned redeemed notredeemed issued sold purchased present imcoming imattending illbethere illcome illattend illbeattending iwillbethere iwillcome iwillattend iwillbeattending
    nimmtteil teilgenommen teilnehmer teilnehmerin eingecheckt *nichteingecheckt eingelost *nichteingelost ausgestellt anwesend bezahlt bestatigt angemeldet anmeldung gebucht zugesagt zusage aktiv actif activ? ativ? attiv? actief aktywn? aktivni akzeptiert komme ichkomme kommt dabei genehmigt goedgekeurd geaccepteerd gultig geldig bevestigd neemtdeel kom ikkom komt betaald aangemeld ingeschreven
    已确认 已確認 确认 確認 確認済? 已报名 已報名 参加 參加 出席 申込済? מאושר מאושרת אישר אישרה רשום רשומה موكد مسجل scanne? nonscanne? utilise? nonutilise? emis presente? participe vient jeviens enregistre? confirme? paye? inscrit? accepte? approuve? valide? valid? vengo viene vou vai asiste asistira participa partecipa confirmad? confermat? pag? pagad? pagat? aprobad? aprovad? approvat? inscrit? iscritt?
    kommer jegkommer jagkommer godk* gyldig giltig deltar deltager betalt betald bekræftet bekreftet bekraftad tilmeldt pameldt anmald hyvaksytty vahvistettu maksettu ilmoittautunut tulossa tulen
    onayland? katilacak kayıtlı kayitli odendi confirmat? inregistrat? platit? prijavljen? registriran? placen? placan? zaplaten? registreeritud makstud registrets apmaksats uzregistruot? apmoket? зарегистрирован? зареєстрован? оплачен? сплачен? εγγεγραμμεν? πληρωμεν? potvrđen? potrjen? potvrden? kinnitatud apstiprinats patvirtint? подтвержден? подтверждено підтверджен? επιβεβαιωμεν?
    bede przyjde zaakceptowan? potwierdzon? potwierdzeni opłacon? zapłacon? zarejestrowan? prijdu schvalen? potvrzen? zaplacen? prihlasen? jovok elfogadva megerositve visszaigazolva fizetve jelentkezett regisztralt
  `,
  cancelled: `
    cancel* withdr* dropped* deregistered* unregistered* regrets withregrets sendsregrets apologies* verhindert* entschuldigt* removed void* notattending* notgoing* notcoming*
    storn* abgesagt* absage* abgemeldet* abmeldung* nimmtnicht* kommenicht* kommtnicht* ichkommenicht* annul* geannul* afgemeld* uitgeschreven* neemtniet* komniet* komtniet* ikkomniet*
    anul* jeneviens* nevientpas* neparticipepas* noasiste* noasistira* nonpartecipa* naoparticipa* novengo* noviene* naovou* naovai*
    avbokad* avanmald* avmeld* avlyst* aflyst* afmeld* frameld* afbud* deltarinte* deltarikke* deltagerikke* kommerinte* kommerikke* perunut* peruutettu* peruttu* entule* eitule*
    已取消* 取消* 欠席 キャンセル キャンセル済? בוטלה? בוטל מבוטלת? מבוטל ملغ? iptal* katilmayaca* anulat* otkazan* odjavljen* preklican* odpovedan* tuhistatud* atcelt* atsaukt* отмен* скасован* ακυρω*
    odwołan* rezygnacj* niebede* nieprzyjde* zrusen* odhlasen* neprijdu* lemond* torolve* nemjovok*
  `,
  waiting: `
    waiting standby onstandby reservelist* ersatzlist* yeswaiting jawaiting *waitlist* *waitinglist* wartend jawartend *wartelist* *nachruck* *wachtlijst*
    *listedattente* *filedattente* *listadeespera* *listadespera* *listadattesa* *listadiattesa*
    *ventelist* *vantelist* *jonossa*
    候补* 候補* 等候* キャンセル待ち רשימתהמתנה ברשימתהמתנה *قايمةالانتظار rezerwow? *list?rezerwow* *liscierezerwow* *nahradni* *cekacilist* *varolist*
  `,
  unanswered: `
    invit* unanswered* noresponse* noreply* noanswer* norsvp* not*responded not*replied not*answered didn*respond didn*reply didn*answer hasn*responded hasn*replied *wait*response *wait*reply *wait*answer *wait*rsvp pendingresponse pendingreply pendingrsvp responsepending replypending rsvppending needsaction
    eingeladen* einladung* offen antwortoffen ruckmeldungoffen *keineantwort *keineruckmeldung *nichtgeantwortet unbeantwortet antwortausstehend ruckmeldungausstehend warte*antwort warte*ruckmeldung uitgenodigd* uitnodiging* geenantwoord geenreactie *nietgeantwoord *nietgereageerd wacht*antwoord wacht*reactie
    *attente*reponse sansreponse pasdereponse aucunereponse *pas*repondu nonrepondu *espera*respuesta sinrespuesta no*respond* *attesa*risposta senzarisposta nessunarisposta nonharisposto convidad* convite* aguarda*resposta semresposta naorespondeu
    indbudt* inbjud* *vente*svar *vantar*svar ingensvar ingetsvar intetsvar ikkesvar* intesvar* ejsvar* ubesvar* obesvar* kutsut* eivastannut eivastausta odottaavastausta
    davetedil* yan?tyok cevapyok pozvan* povabljen* uzaicinat* ielugt* pakviest* приглашен* запрошен* προσκεκλημεν* нетответа ожидаетответа
    zaproszon* brakodpowiedzi *czeka*odpowiedz bezodpovedi ceka*odpoved neodpovedel* meghiv* nemvalaszol* valaszravar
  `,
  other: `
    released tobepaid tobeconfirmed tbc paymentfailed failed failure unsuccessful timeout onhold interested unsure undecided underreview inreview invalidated* prereserved* offered* pending* await* unpaid* unconfirmed* notconfirmed* notapproved* notbooked* didnotattend* partial* incomplete* refund* declin* reject* denied* expired* deleted* transfer* noshow* rsvpno* tentative* maybe*
    angefragt* untervorbehalt mitvorbehalt peutetre quizas? talvez forse misschien kanskje kanske ehka offen* vielleicht* nichtbestatigt* nonconf* noconf* naoconf* abgelehnt* ausstehend* unbezahlt* abgelaufen* refus* rembours* rechaz* pendient* pendent* rifiut*
    revok* recus* afgewezen* geweigerd* afvist* avvist* avvisad* nekad* odrzucon* zamitnut* odmitnut* elutasit* reddedil* respins* odbijen* zavrnjen* hylatty* tagasilukat* noraidit* atmest* отклон* відхил* απορριφθ*
    *wait* warte* *attente* *espera* *attesa* *wacht* *vente* *vantar* *jonossa* *liscierezerwow* *nahradni* *cekaci* *varolist*
  `,
});

/** States that another word negates, as in `Removed from waiting list`, `Cancellation declined` and `Can’t wait`. */
const TAKEN_BACK =
  /^cancelled cancel.*(?:declin|reject|request|pending)|^waiting (?:(?:no|nicht|nie|pas|off|remov|promot|ikke|inte|ej)|.*(?:declin|reject|expir|approv|accept|confirm|offer|list.*invit|invit.*from|pending|remov|cancel))|^other .*can(?:no)?twait/;

/** The word for a sign-up before that for its state, as in `Booking cancelled`. */
const SIGN_UP =
  /^(?:order|registration|booking|reservation|anmeldung|buchung|teilnahme|bestellung|inscription|commande|inscripcion|reserva|iscrizione|prenotazione|inscricao|aanmelding|inschrijving)(?=.)/;

const STATES = (['going', 'cancelled', 'waiting', 'unanswered', 'other'] as const).map((state) => {
  const words = [...WORDS[state]].join('|').replaceAll('*', '.*').replaceAll('?', '\\p{L}?');
  return { state, words: new RegExp(`^(?:${words})$`, 'u') };
});

export type State = (typeof STATES)[number]['state'];

const STATE_MAX = 100;
/** The patterns take quadratic time. */
const CELL_START = 1_000;

function firstStateOf(text: string): State | undefined {
  const plain = plainHeader(text.slice(0, CELL_START)).replace(SIGN_UP, '');
  return STATES.find(({ state, words }) => words.test(plain) && !TAKEN_BACK.test(`${state} ${plain}`))?.state;
}

/** The state meant by another tool's word; undefined if none. */
export function stateOf(text: string): State | undefined {
  const state = firstStateOf(text);
  if (state !== 'unanswered') return state;
  const ends =
    text.length > STATE_MAX ? [] : [...text.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)].map(({ index }) => firstStateOf(text.slice(index)));
  return ends.length > 0 && ends.every((end) => end === undefined || end === 'unanswered' || end === 'going') ? state : 'other';
}

/** What means that someone does not want mail, in a column's name or in a cell. */
const NO_MAIL =
  /unsub|opt(?:ed)?[ _-]*out|bl[ao]cklisted|suppressed|abgemeldet|d[ée]sabonn|d[ée]sinscri|disiscri|uitgeschreven|avmeld|wypisan|abbestellt|werbesperre|widerrufen|revoked|consent withdrawn|do[ _-]*not[ _-]*(?:contact|e-?mail|send[ _-]*e-?mail)|\b(?:no|keine)[ _-]+e-?mails?\W*$|nicht[ _-]+(?:kontaktieren|anschreiben)|ne[ _-]+pas[ _-]+contacter|^(?:never|not|non)[ _-]*subscribed|^complained/i;
/** Words next to which those above mean something else. */
export const CHANGES_MEANING = /sms|phone|whatsapp|campaign|reason|grund|\bby\b|\b(?:not|never|nicht)[ _-]+(?:unsub|opt|abgemeldet)/i;
const CELL_MAX = 30;

export const saysNoMail = (text: string): boolean => NO_MAIL.test(text) && !CHANGES_MEANING.test(text);
export const saysUnsubscribed = (text: string): boolean => text.length < CELL_MAX && saysNoMail(text);
export const saysSubscribed = (text: string): boolean => /^(?:subscribed?|opt(?:ed)?in|abonniert|abonnee?)$/.test(plainHeader(text));
/** The same, in words that only mean it in a column of states: an opt-out may be active, too. */
export const isSubscribed = (text: string): boolean =>
  saysSubscribed(text) || /^(?:active|aktiv|enabled|bounced|cleaned)$/.test(plainHeader(text));
