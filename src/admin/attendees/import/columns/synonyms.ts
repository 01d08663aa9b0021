/** A header without case, accents, spaces and punctuation. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Other names of the columns, in languages that are common in Europe, as `plainHeader` gives them. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    first_name: 'first forename givenname vorname rufname prenom nombre nome voornaam fornavn fornamn etunimi imie jmeno keresztnev',
    last_name:
      'last surname familyname nachname familienname zuname nom nomdefamille apellido apellidos cognome sobrenome achternaam etternavn efternavn efternamn sukunimi nazwisko prijmeni vezeteknev',
    email:
      'mail emailaddress mailaddress emailadresse mailadresse adresseemail adressemail courriel correo correoelectronico epost eposta sahkoposti',
    job_title:
      'position role job jobrole occupation funktion beruf stelle berufsbezeichnung fonction poste cargo puesto ruolo functie stilling stanowisko',
    organisation:
      'organization company companyname employer firm firma firmenname unternehmen betrieb arbeitgeber institution societe entreprise empresa azienda organizzazione bedrijf organisatie virksomhed foretag yritys',
    message:
      'comment comments note notes remark remarks nachricht kommentar bemerkung bemerkungen anmerkung commentaire mensaje comentario messaggio opmerking',
    marketing: 'newsletter optin consent acceptsmarketing mailinglist marketingconsent einwilligung werbung',
  }).map(([key, names]) => [key, names.split(' ')]),
);
