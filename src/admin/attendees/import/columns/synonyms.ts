/** A header without case, accents, spaces and punctuation. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A list of words separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const wordSets = <Meaning extends string>(lists: Readonly<Record<Meaning, string>>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one set for each list
  Object.fromEntries(Object.entries<string>(lists).map(([name, words]) => [name, wordSet(words)])) as Record<Meaning, ReadonlySet<string>>;

/** Other names of the columns, in languages of Europe, as `plainHeader` gives them. */
const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(
    wordSets({
      first_name: `firstname firstnames first fname given givennames christianname namefirst forename givenname guestfirstname vorname vornamen rufname prenom prenoms prenome nombre nome voornaam fornavn fornamn etunimi imie jmeno keresztnev meno ime prenume primeironome primernombre име 名 名字 adı adi isim eesnimi vards vardas имя імя ονομα שםפרטי الاسمالاول`,
      last_name: `lastname lastnames last lname family namelast surname surnames familyname guestlastname nachname nachnamen familienname zuname nom nomdefamille apellido apellidos apelido apelidos cognome sobrenome achternaam ultimonome primerapellido 姓 姓氏 etternavn efternavn efternamn sukunimi nazwisko prijmeni vezeteknev priezvisko prezime priimek nume soyad soyadı soyadi soyisim perekonnanimi perenimi uzvards pavarde фамилия прізвище επωνυμο שםמשפחה اسمالعايلة اللقب`,
      email: `почта имеил אימייל מייל דואל דואראלקטרוני البريدالالكتروني 邮箱 电子邮件 電子郵件 メールアトレス email mail emailaddress mailaddress useremail emailadresse mailadresse emailadres mailadres epostadress epostadresse adresseemail adressemail courriel correo correoelectronico epost eposta sahkoposti`,
      job_title: `jobtitle position designation role rolle job jobrole title titel occupation funktion beruf stelle berufsbezeichnung fonction poste cargo puesto ruolo functie stilling stanowisko befattning tehtavanimike titteli pozice beosztas funcao arbeitstitel pozicia radnomjesto functia unvan amet amats pareigos должность посада θεση`,
      organisation: `公司 会社 会社名 organisation organization organizationname organisationname affiliation company co companyname accountname employer firm firma firmenname unternehmen unternehmensname betrieb arbeitgeber institution societe entreprise empresa azienda organizzazione bedrijf organisatie virksomhed bedrift virksomhet foretag yritys organisaatio organizacja organizacion organizacao spolecnost ceg szervezet spolocnost podjetje tvrtka companie kurum sirket ettevote uznemums imone фирма компания организация חברה ארגון الشركة компанія організація εταιρεια`,
      message: `comment comments note notes remark remarks nachricht kommentar bemerkung bemerkungen anmerkung commentaire mensaje comentario messaggio opmerking`,
      marketing: `marketing newsletter optin consent acceptsmarketing mailinglist marketingconsent einwilligung werbung nieuwsbrief nyhetsbrev nyhedsbrev uutiskirje zgodamarketingowa souhlassnewsletterem hirlevel aceptacomunicacionescomerciales`,
      _role: `person contactperson kontaktperson ansprechpartner ansprechpartnerin learner student trainee employee mitarbeiter mitarbeiterin kursteilnehmer studentname employeename membername staffname personname`,
      _infix: `tussenvoegsel tussenvoegsels voorvoegsel voorvoegsels tussenvoegselachternaam voorvoegselachternaam namenszusatz vorsatzwort`,
      _name: `fullname names namen nameoriginalname usernameoriginalname attendee participant teilnehmer teilnehmerin deelnemer attendeename guestname displayname contactname firstandlastname namefirstandlast vollername vollstandigername anzeigename vorundnachname vornameundnachname vornamenachname nachnamevorname namevorname namevornamen nomcomplet nometprenom prenometnom nomprenom prenomnom nombrecompleto nombreyapellidos nomeecognome cognomenome nomecompleto volledigenaam naam namn navn nimi imieinazwisko jmenoaprijmeni nev teljesnev imeiprezime imeinpriimek menoapriezvisko numesiprenume numeprenume eesjaperekonnanimi 姓名 氏名 お名前 adsoyad adısoyadı adisoyadi isimsoyisim שם שםמלא الاسم الاسمالكامل фио піб ονοματεπωνυμο`,
    }),
  ),
);

/** Whether a word, as `plainHeader` gives it, is another name of the column with this key. */
export const isSynonym = (key: string, word: string): boolean => SYNONYMS.get(key)?.has(word) === true;

/** Words of headers by what they say. */
const WORDS = wordSets({
  /** The people in the list, whose column it is. */
  people: `attendee invitee participant registrant delegate learner trainee kursteilnehmer tn teilnehmer teilnehmers teilnehmerin teilnehmende participante partecipante asistente deelnemer deltager deltagare uczestnik ucastnik katılımcı katilimci`,
  fillers: `your my please enter what whats s is of the du des del van ihr ihre dein deine votre ton su tu`,
  /** People who place or pay for an order, and may not come themselves. */
  payers: `order orders billing customer client cliente kunde klant buyer purchaser payer kaufer bucher besteller acheteur payeur comprador pagador acquirente pagante koper betaler køber kopare kjøper ostaja kupujacy kupujici vasarlo alıcı alici`,
  /** Someone or something else. */
  others: `user host guest begleitperson trainer instructor teacher tutor coach owner invoice rechnung rechnungsadresse verified type typ label blacklisted time date ip id event veranstaltung campaign product session venue original size industry branche website url phone mobile city country text description reason manager supervisor approver vorgesetzte vorgesetzten emergency parent guardian spouse referrer invited assistant secretary secondary alternate alternative old previous former pronoun pronouns pronomen pronoms pronombres pronomi`,
  /** Synonyms that are also words of many headers about something else. */
  wholeOnly: `first last given family nom nome nombre meno ime adı adi isim nume stelle job firm co`,
});

/** The details that may be named by some words of a header. */
const IN_WORDS = ['email', 'first_name', 'last_name', '_infix', 'job_title', 'organisation'];
const WORDS_MAX = 12;
const JOINED_MAX = 3;

/** Beginnings of the words for what many questions are about, in several languages. */
const SUBJECTS = [
  /^(?:diet|food|meal|menu|cater|allerg|intoleran|vegetari|vegan|ernahrung|essen(?:s|$)|speise|kost(?:form|$)|verpflegung|unvertraglich|regime|repas|alimenta|comida|dieta|dieet|maaltijd|voeding)/,
  /^(?:phone|telephone|telefo|tel$|mobil|handy|cell|gsm|portable$|movil|cellulare|telemovel)/,
  /^(?:accessib|access$|barrier|wheelchair|rollstuhl|accesib|toegankelijk)/,
];

/** The subjects of consent to marketing by email. */
const MARKETING =
  /\b(?:marketing|newsletters?|mailing ?list|werbung|nieuwsbrief|nyhe[td]sbrev(?:et)?|e ?mails? (?:opt(?:ed)? ?in|consent)|(?:opt(?:ed)? ?in|subscribed|consents?) (?:to|for) e ?mails?)\b/;

/** All that a header of consent to marketing may consist of (`cf` is a suffix of Copper): any other word makes it one of another channel or subject. */
const CONSENT = new RegExp(
  `^(?:(?:${[
    'marketing|newsletters?|mailing ?list|werbung|nieuwsbrief|nyhe[td]sbrev(?:et)?|(?:by )?e ?mails?|per|via|the|our|to|for|i|me|yes|cf',
    'accept(?:s|ed|smarketing)?|has|have|agree[sd]?|(?:marketing)?consent(?:s|ed)?(?: given)?|opt(?:s|ed)? ?in|wants?|wish(?:es)?|receive|get|send|add|sign ?(?:me )?up|signed up|join',
    'subscri(?:be[sdr]?|ption)|(?:i )?(?:would|d) like|would you like|do you (?:want|wish|agree|consent|accept)',
    'ja|ich|sie|du|mochten?|mochtest|will|wollen|unseren?|den|der|zum|zur?|fur|an|einwilligung(?: in)?|zustimmung|erhalten|bekommen|abonnieren|abonniert|anmeldung|anmelden|bestellt|(?:ge|er)wunscht',
    'je|j|vous|oui|souhaitez?|voulez|accepte|recevoir|notre|la|a|de|par|abonnement|abonner|inscription|consentement',
    'ik|wilt?|de|onze|graag|ontvangen|ontvang|jeg|jag|vill?|ha|fa|vart|vores|gerne|gjerne|garna|modtage|motta|onsker',
    'si|deseo|quiero|acepto|recibir|nuestra|por|suscripcion|suscribirse|voglio|desidero|accetto|ricevere|alla|iscrizione|consenso|al',
  ].join('|')})(?: |$))+$`,
);

const NOT =
  /\b(?:do not|does not|don ?t|doesn ?t|no longer|no|not|never|without|stop|withdrawn|withdrew|withdraw|revoked|declined|refused|cancelled|canceled|rejected|nicht|keine?[nr]?|ohne|abbestellt|abbestellen|abbestellung|widerrufen|widerruf|widersprochen|widerspruch|abgelehnt|ne (?:\p{L}+ )?pas|pas|sans|aucune?|non|sin|senza|geen|niet|ikke|inte|inget|ingen|intet)\b/gu;

/** `Newsletter (yes/no)` */
const YES_OR_NO = /\b(?:yes no|y n|ja n(?:ein|ee|ej|ei)|oui non|si no)\b/;

/** Only after `er` is `in` a feminine ending: in `opt_in` and `SignIn` it is a word. */
const wordsOf = (header: string): string[] =>
  header
    .replaceAll(/(?:ticket|badge|pass)[ _-]*holder/gi, 'attendee')
    .replaceAll(/(?<=er)(?:[*:_/]-?in|In)(?:nen)?(?!\p{L})/gu, '')
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainHeader)
    .filter((word) => word !== '');

/** Whether a header and the label of a question have words of one subject. */
export const haveOneSubject = (header: string, label: string): boolean =>
  SUBJECTS.some((subject) => [header, label].every((text) => wordsOf(text).some((word) => subject.test(word))));

export const isOfOrder = (header: string): boolean => wordsOf(header).some((word) => WORDS.payers.has(word));

/** Whether a header names the people in the list, as `Attendee phone` does. */
export const namesPeople = (header: string): boolean => wordsOf(header).some((word) => WORDS.people.has(word));

const isOfColumn = (word: string): boolean => !WORDS.people.has(word) && !WORDS.fillers.has(word) && !/^\d+$/.test(word);

/** What a header says about people, in words as `plainHeader` gives them. */
export const phraseOf = (header: string): string =>
  wordsOf(header).filter(isOfColumn).join(' ').replace(YES_OR_NO, ' ').replaceAll(/ +/g, ' ').trim();

/** The type of an address, since contacts have several. */
const OF_ADDRESS = wordSet(`
  e mail post address adresse correo electronico value work home business office job private privat privee personal personnel personnelle perso professional professionnel pro
  dienstlich geschaftlich beruflich zakelijk werk prive personale lavoro trabajo arbeit other andere autre otro second main primary person
`);

/** Whether a header is about an address of the person, and not about that of a trainer or booker. */
export const isOwnAddress = (header: string): boolean =>
  namedInWords(header).keys.includes('email') &&
  phraseOf(header)
    .split(' ')
    .every((word) => OF_ADDRESS.has(word) || isSynonym('email', word));

/** What a header of a few words about marketing by email says with a yes: consent, or with a negation that it is not wanted; undefined for others. */
export function consentInWords(header: string): 'marketing' | '_unsubscribed' | undefined {
  const phrase = phraseOf(header);
  const rest = phrase.replaceAll(NOT, '').replaceAll(/ +/g, ' ').trim();
  if (phrase.split(' ').length > WORDS_MAX || !MARKETING.test(rest) || !CONSENT.test(rest)) return undefined;
  const negations = phrase.match(NOT)?.length ?? 0;
  return (['marketing', '_unsubscribed'] as const)[negations];
}

/** Words of a header that ask for a full name. */
const WHOLE_NAME =
  /\b(?:full name(?! (?:first|last))|first (?:and )?last|last (?:and )?first|vor (?:und )?(?:nach|zu|familien)name|(?:pre)?nom et (?:pre)?nom|nombres? y apellidos?|apellidos? y nombres?|(?:cog)?nome e (?:cog)?nome)\b/;

const endingOf = (header: string): string => plainHeader(header.split(':').at(-1) ?? '');

function isWholeName(header: string, words: readonly string[], keys: readonly string[]): boolean {
  const ending = endingOf(header);
  return (
    (keys.every((key) => key.endsWith('name')) && WHOLE_NAME.test(words.join(' '))) ||
    (keys.includes('first_name') && keys.includes('last_name')) ||
    // In `Name Teilnehmer*in: Vorname` the first word is only what the part is of.
    (!isSynonym('first_name', ending) &&
      [ending, words.join('')].some((name) => name === 'name' || isSynonym('_name', name) || isSynonym('_role', name)))
  );
}

/** The details that a header may be about by its words, likeliest first, and whether they are those of the people in the list. */
export function namedInWords(header: string): { readonly keys: readonly string[]; readonly isOfPeople: boolean } {
  const all = wordsOf(header);
  if (all.length > WORDS_MAX || all.some((word) => WORDS.others.has(word)) || /^ticket (?:tit|rol|name$)/.test(all.join(' ')))
    return { keys: [], isOfPeople: false };
  const words = all.filter((word) => isOfColumn(word) && word !== 'ticket' && !WORDS.payers.has(word));
  const joined = words.flatMap((_, at) => Array.from({ length: JOINED_MAX }, (_, more) => words.slice(at, at + more + 1).join('')));
  const isOfPeople = all.some((word) => WORDS.people.has(word));
  const named = joined.filter((word) => words.length === 1 || !WORDS.wholeOnly.has(word));
  // `Nome partecipante: Nome`
  if (isOfPeople) named.push(endingOf(header));
  const keys = IN_WORDS.filter((key) => named.some((name) => isSynonym(key, name)));
  const isName = isWholeName(header, words, keys);
  if (consentInWords(header) === 'marketing') keys.push('marketing');
  return { keys: isName ? ['_name'] : keys, isOfPeople };
}
