import { writeXlsx } from 'hucre/xlsx';

/** A file as another tool writes it, with invented people: what it is recognised as, and what the import makes of each row. */
export type ToolFile = readonly [
  about: string,
  tool: string | undefined,
  content: string | Uint8Array<ArrayBuffer>,
  /** First and last name, address, job title, organisation, consent and outcome. */
  plan: readonly string[],
  name?: string,
];

export const lines = (rows: readonly string[]): string => rows.join('\n');

export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell}"` : cell)).join(',')).join('\r\n');

export const xlsx = async (rows: string[][]) => new Uint8Array(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));

/** Lists of people who signed up. */
export const EVENT_FILES: readonly ToolFile[] = [
  [
    'Eventbrite, attendees',
    'Eventbrite attendees',
    lines([
      'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Attendee Status,Job Title,Company',
      '1,2027-01-02,Ann,Lee,ann@example.com,1,,General,11,,Free,Attending,Lead,Kestrel',
      '1,2027-01-02,Bob,Lee,ann@example.com,1,,General,12,,Free,Checked In,,Kestrel',
      '2,2027-01-03,Cy,Roe,cy@example.com,1,,General,13,,Free,Not Attending,,',
    ]),
    ['Ann|Lee|ann@example.com|Lead|Kestrel||add', 'Bob|Lee|ann@example.com||Kestrel||add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'Eventbrite, with the state of the order',
    'Eventbrite attendees',
    lines([
      'Order #,Order Date,First Name,Last Name,Email,Order Status,Attendee Status,Buyer Email',
      '1,2027,Ann,Lee,ann@example.com,Placed,Attending,bo@example.com',
      '2,2027,Cy,Roe,cy@example.com,Placed,Not Attending,bo@example.com',
    ]),
    ['Ann|Lee|ann@example.com||||add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'GoTo Webinar, registrants below three tables',
    'GoTo Webinar registrants',
    lines([
      'Registration Report\nGenerated,2027\n\nWebinar Name,Webinar ID\nOpen day,123\n\nSession Details',
      'Last Name,First Name,Email Address,Registration Date/Time,Registration Status,Unsubscribed,Organization',
      'Lee,Ann,ann@example.com,2027,Approved,No,Kestrel',
      'Roe,Cy,cy@example.com,2027,Canceled,Yes,',
    ]),
    ['Ann|Lee|ann@example.com||Kestrel||add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'Hopin',
    undefined,
    'First name,Last name,Email,Headline,Has opted in to marketing\nAnn,Lee,ann@example.com,Lead,TRUE\nBo,Ray,bo@example.com,,FALSE\n',
    ['Ann|Lee|ann@example.com|||accepts|add', 'Bo|Ray|bo@example.com||||add'],
  ],
  [
    'Splash',
    undefined,
    'First Name,Last Name,Email,Status\nAnn,Lee,ann@example.com,RSVP Yes\nBo,Ray,bo@example.com,RSVP No\nCy,Roe,cy@example.com,Voided\n',
    ['Ann|Lee|ann@example.com||||add', 'Bo|Ray|bo@example.com||||Not confirmed: rsvp no', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'Wix, orders and guests',
    undefined,
    'Order Number,Guest Name,Guest Email,Buyer Name,Buyer Email,Payment Status\nO1,Ann Lee,ann@example.com,Bo Buyer,bo@example.com,PAID\n',
    ['Ann|Lee|ann@example.com||||add'],
  ],
  [
    'Eventbrite, orders with attendees',
    'Eventbrite orders',
    lines([
      'Order ID,Order date,Attendee first name,Attendee last name,Attendee email,Phone number,Purchaser city,Ticket type,Buyer first name,Buyer last name,Buyer email,Barcode number',
      '1,2027-01-02,Ann,Lee,ann@example.com,,Leeds,General,Bo,Buyer,bo@example.com,77',
    ]),
    ['Ann|Lee|ann@example.com||||add'],
  ],
  [
    'Luma, guests',
    'Luma guest list',
    `\ufeff${lines([
      "api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,ticket_type_id,ticket_name,What's your company?,Your role",
      'g1,Ann Lee,Ann,Lee,ann@example.com,,2027-01-02T10:00:00Z,approved,,,https://x.example,t,Standard,Kestrel,Lead',
      'g2,Ben van der Berg,,,ben@example.com,,2027-01-02T10:00:00Z,approved,,,https://x.example,t,Standard,Merlin,Chef',
      'g3,Cy Roe,Cy,Roe,cy@example.com,,2027-01-02T10:00:00Z,declined,,,https://x.example,t,Standard,,',
      'g4,Di Poe,Di,Poe,di@example.com,,2027-01-02T10:00:00Z,pending_approval,,,https://x.example,t,Standard,,',
      'g5,Ed Fox,Ed,Fox,ed@example.com,,2027-01-02T10:00:00Z,waitlist,,,https://x.example,t,Standard,,',
      'g6,Fay Ott,Fay,Ott,fay@example.com,,2027-01-02T10:00:00Z,invited,,,https://x.example,t,Standard,,',
    ])}`,
    [
      'Ann|Lee|ann@example.com|Lead|Kestrel||add',
      'Ben|van der Berg|ben@example.com|Chef|Merlin||add',
      'Cy|Roe|cy@example.com||||Not confirmed: declined',
      'Di|Poe|di@example.com||||Not confirmed: pending_approval',
      'Ed|Fox|ed@example.com||||waiting',
      'Fay|Ott|fay@example.com||||Not confirmed: invited',
    ],
  ],
  [
    'pretix, German',
    'pretix order positions',
    lines([
      'Kurzname der Veranstaltung;Bestellnummer;Position;Status;E-Mail;Telefonnummer;Name Teilnehmer*in;Name Teilnehmer*in: Vorname;Name Teilnehmer*in: Nachname;E-Mail Teilnehmer*in;Firma;Rechnungsadresse Name',
      "tag;A1;1;bezahlt;kauf@example.com;'+49 40 1;Dr. Ann Lee;Ann;Lee;ann@example.com;Kestrel;Kauf",
      'tag;A1;2;bezahlt;kauf@example.com;;Bob Lee;Bob;Lee;bob@example.com;Kestrel;Kauf',
      'tag;A2;1;storniert;cy@example.com;;Cy Roe;Cy;Roe;cy@example.com;;',
      'tag;A3;1;ausstehend;di@example.com;;Di Poe;Di;Poe;di@example.com;;',
    ]),
    [
      'Ann|Lee|ann@example.com||Kestrel||add',
      'Bob|Lee|bob@example.com||Kestrel||add',
      'Cy|Roe|cy@example.com||||cancelled',
      'Di|Poe|di@example.com||||Not confirmed: ausstehend',
    ],
  ],
  [
    'pretix, English',
    'pretix order positions',
    lines([
      'Event slug,Order code,Position ID,Status,Email,Phone number,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email,Company,E-mail address verified',
      'day,A1,1,paid,buyer@example.com,,Ann Lee,Ann,Lee,ann@example.com,Kestrel,yes',
      'day,A2,1,canceled,cy@example.com,,Cy Roe,Cy,Roe,cy@example.com,,no',
    ]),
    ['Ann|Lee|ann@example.com||Kestrel||add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'Hi.Events, Excel in German',
    'Hi.Events attendees',
    await xlsx([
      ['ID', 'Vorname', 'Nachname', 'E-Mail', 'Status', 'Check Ins', 'Product ID', 'Notes'],
      ['1', 'Jürgen', 'Groß', 'j@example.com', 'ACTIVE', '0', '7', ''],
      ['2', 'Cy', 'Roe', 'cy@example.com', 'CANCELLED', '0', '7', ''],
      ['3', 'Di', 'Poe', 'di@example.com', 'AWAITING_PAYMENT', '0', '7', ''],
    ]),
    ['Jürgen|Groß|j@example.com||||add', 'Cy|Roe|cy@example.com||||cancelled', 'Di|Poe|di@example.com||||Not confirmed: awaiting_payment'],
  ],
  [
    'Ticket Tailor, orders',
    'Ticket Tailor orders',
    `\ufeff${lines([
      'Order ID,Total paid,Order date,Name,First Name,Last Name,Email,Mobile number,Address 1,Event name,Event start,Tickets purchased,Order items,Refunded amount,Order cancelled,Would you like our newsletter?',
      'o1,0,2027-01-02,Ann Lee,Ann,Lee,ann@example.com,,1 High St,Day,2027,1,General,0,0,Yes',
      'o2,0,2027-01-02,Cy Roe,Cy,Roe,cy@example.com,,1 High St,Day,2027,1,General,0,1,No',
    ])}`,
    ['Ann|Lee|ann@example.com|||accepts|add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'Cvent, header in the fourth row of an Excel file',
    'Cvent registrants',
    await xlsx([
      ['Registrant Details'],
      ['Open day'],
      [],
      ['Full Name', 'Email Address', 'Registration Type', 'Company', 'Title', 'Invitee Status'],
      ['Lee, Ann', 'ann@example.com', 'Guest', 'Kestrel', 'Lead', 'Accepted'],
      ['Roe, Cy', 'cy@example.com', 'Guest', '', '', 'Cancelled'],
      ['Poe, Di', 'di@example.com', 'Guest', '', '', 'No-Show'],
    ]),
    ['Ann|Lee|ann@example.com|Lead|Kestrel||add', 'Cy|Roe|cy@example.com||||cancelled', 'Di|Poe|di@example.com||||Not confirmed: no-show'],
  ],
  [
    'Tito: tickets that are void, and one that nobody has',
    undefined,
    lines([
      'Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Ticket Company Name,Void Status,Order Name,Order Email',
      'Ann Lee,Ann,Lee,ann@example.com,Kestrel,,Ed Boss,ed@example.com',
      'Cy Roe,Cy,Roe,cy@example.com,Kestrel,true,Ed Boss,ed@example.com',
      ',,,,,,Ed Boss,ed@example.com',
    ]),
    [
      'Ann|Lee|ann@example.com||Kestrel||add',
      'Cy|Roe|cy@example.com||Kestrel||cancelled',
      '||||||Last name is required. Email is required',
    ],
  ],
  [
    'doo: who booked, and the state of a booking and of a person',
    undefined,
    lines([
      'Buchungsstatus;Bucher Vorname;Bucher Nachname;Bucher E-Mail;Teilnehmer Vorname;Teilnehmer Nachname;Teilnehmer E-Mail;Teilnahmestatus',
      'Bestätigt;Ed;Boss;ed@example.com;Ann;Lee;ann@example.com;gültig',
      'Bestätigt;Ed;Boss;ed@example.com;Cy;Roe;cy@example.com;Storniert',
    ]),
    ['Ann|Lee|ann@example.com||||add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'a Spanish list with buyers',
    undefined,
    lines([
      'Nombre comprador;Apellidos comprador;Email comprador;Nombre asistente;Apellidos asistente;Email asistente',
      'Ed;Boss;ed@example.com;Ann;Lee;ann@example.com',
    ]),
    ['Ann|Lee|ann@example.com||||add'],
  ],
  [
    'a Dutch list with buyers',
    undefined,
    lines([
      'Voornaam koper;Achternaam koper;E-mail koper;Voornaam deelnemer;Tussenvoegsel deelnemer;Achternaam deelnemer;E-mail deelnemer;Betaald',
      'Ed;Boss;ed@example.com;Ann;van der;Lee;ann@example.com;nee',
    ]),
    ['Ann|van der Lee|ann@example.com||||add'],
  ],
  [
    'WebinarJam: consent is no sign-up',
    undefined,
    lines([
      'First name,Last name,Email,GDPR status,Unsubscribed',
      'Ann,Lee,ann@example.com,Accepted,No',
      'Cy,Roe,cy@example.com,Declined,Yes',
    ]),
    ['Ann|Lee|ann@example.com||||add', 'Cy|Roe|cy@example.com||||add'],
  ],
  [
    'Airtable: ticked boxes',
    undefined,
    lines(['Name,Email,Affiliation,Attending,Waitlist', 'Ann Lee,ann@example.com,Kestrel,checked,', 'Cy Roe,cy@example.com,,,checked']),
    ['Ann|Lee|ann@example.com||Kestrel||add', 'Cy|Roe|cy@example.com||||waiting'],
  ],
  [
    'Google Forms: the question of its template',
    'Google Forms answers',
    lines([
      'Timestamp,Email Address,What is your full name?,Can you attend?',
      '2027,ann@example.com,Ann Lee,"Yes,  I\'ll be there"',
      '2027,cy@example.com,Cy Roe,"Sorry, can\'t make it"',
    ]),
    ['Ann|Lee|ann@example.com||||add', "Cy|Roe|cy@example.com||||Not confirmed: sorry, can't make it"],
  ],
];
