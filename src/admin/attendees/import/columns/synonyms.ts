/** A header without case, accents, spaces and punctuation. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Other names of the columns, in languages that are common in Europe, as `plainHeader` gives them. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    first_name:
      'firstname first namefirst forename givenname vorname rufname prenom nombre nome voornaam fornavn fornamn etunimi imie jmeno keresztnev',
    last_name:
      'lastname last namelast surname familyname nachname familienname zuname nom nomdefamille apellido apellidos cognome sobrenome achternaam etternavn efternavn efternamn sukunimi nazwisko prijmeni vezeteknev',
    email:
      'email mail emailaddress mailaddress emailadresse mailadresse adresseemail adressemail courriel correo correoelectronico epost eposta sahkoposti',
    job_title:
      'jobtitle position role rolle job jobrole title titel occupation funktion beruf stelle berufsbezeichnung fonction poste cargo puesto ruolo functie stilling stanowisko',
    organisation:
      'organisation organization organizationname organisationname company companyname accountname employer firm firma firmenname unternehmen unternehmensname betrieb arbeitgeber institution societe entreprise empresa azienda organizzazione bedrijf organisatie virksomhed foretag yritys',
    message:
      'comment comments note notes remark remarks nachricht kommentar bemerkung bemerkungen anmerkung commentaire mensaje comentario messaggio opmerking',
    marketing: 'marketing newsletter optin consent acceptsmarketing mailinglist marketingconsent einwilligung werbung',
    _name:
      'fullname attendeename displayname contactname firstandlastname namefirstandlast vollername vollstandigername anzeigename vorundnachname vornameundnachname vornamenachname nachnamevorname nomcomplet nometprenom prenometnom nomprenom prenomnom nombrecompleto nombreyapellidos nomeecognome cognomenome nomecompleto volledigenaam naam namn navn nimi imieinazwisko jmenoaprijmeni nev teljesnev',
  }).map(([key, names]) => [key, names.split(' ')]),
);

/** Words for the people of a list, which make a column theirs. */
const PEOPLE = new Set(
  'attendee invitee participant registrant delegate teilnehmer teilnehmerin teilnehmende participante deelnemer deltager deltagare'.split(
    ' ',
  ),
);

const FILLERS = new Set('your my please enter ihr ihre dein deine votre ton su tu'.split(' '));

/** Words of columns that are about somebody or something else. */
const OTHERS = new Set(
  'buyer purchaser payer user host guest owner billing invoice rechnung rechnungsadresse verified type typ label blacklisted time date ip id event veranstaltung campaign ticket product session venue original size industry branche website url phone mobile city country text description reason'.split(
    ' ',
  ),
);

/** Synonyms that are one of the words of many other columns. */
const WHOLE_ONLY = new Set('first last nom nome nombre stelle consent optin job firm'.split(' '));

/** The details that may be named by some words of a header. */
const IN_WORDS = ['email', 'first_name', 'last_name', 'job_title', 'organisation', 'marketing'];
const WORDS_MAX = 12;
const JOINED_MAX = 3;

/** The details that a header may be about by its words, likeliest first, and whether they are said to be those of the people of the list. */
export function namedInWords(header: string): { readonly keys: readonly string[]; readonly isOfPeople: boolean } {
  const all = header
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainHeader)
    .filter((word) => word !== '');
  if (all.length > WORDS_MAX || all.some((word) => OTHERS.has(word))) return { keys: [], isOfPeople: false };
  const words = all.filter((word) => !PEOPLE.has(word) && !FILLERS.has(word) && !/^\d+$/.test(word));
  const joined = words.flatMap((_, at) => Array.from({ length: JOINED_MAX }, (_, more) => words.slice(at, at + more + 1).join('')));
  const named = new Set(joined.filter((word) => words.length === 1 || !WHOLE_ONLY.has(word)));
  const ending = plainHeader(header.split(':').at(-1) ?? '');
  const isName = [ending, words.join('')].some((name) => name === 'name' || SYNONYMS.get('_name')?.includes(name) === true);
  const keys = IN_WORDS.filter((key) => SYNONYMS.get(key)?.some((synonym) => named.has(synonym)) === true);
  return { keys: isName ? ['_name'] : keys, isOfPeople: all.some((word) => PEOPLE.has(word)) };
}
