import { Buffer } from 'node:buffer';
import { csv, lines, type ToolFile, xlsx } from './tool-files.ts';

/** A text in UTF-16 with a byte-order mark, as Teams writes it. */
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

const MAC_ROMAN: Readonly<Record<string, number>> = { ü: 0x9f, ö: 0x9a, ß: 0xa7, ë: 0x91, Ç: 0x82, ç: 0x8d, è: 0x8f };
const macRoman = (text: string) => Uint8Array.from(text, (letter) => MAC_ROMAN[letter] ?? letter.charCodeAt(0));

/** Contacts, answers to forms, and lists of people in a meeting. */
export const CONTACT_FILES: readonly ToolFile[] = [
  [
    'Mailchimp, subscribed',
    'Mailchimp audience',
    '"Email Address","First Name","Last Name",Address,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID,NOTES,TAGS\nann@example.com,Ann,Lee,,2,,"2026-03-01 10:00:00",1,a,,"""VIP"",""Blog"""\n',
    ['Ann|Lee|ann@example.com||||add'],
    'subscribed_members_export_1.csv',
  ],
  [
    'Mailchimp, unsubscribed',
    'Mailchimp audience',
    '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON\nann@example.com,Ann,Lee,2,,"2026-03-01 10:00:00",1,"2026-09-01 10:00:00",News,\n',
    ['Ann|Lee|ann@example.com||||Not confirmed: unsubscribed'],
    'unsubscribed_members_export_1.csv',
  ],
  [
    'HubSpot, contacts',
    'HubSpot contacts',
    lines([
      'Record ID,First Name,Last Name,Email,Phone Number,Job Title,Company Name,Contact owner,Lifecycle Stage,Marketing contact status,Unsubscribed from all email',
      '1,Ann,Lee,ann@example.com,,Lead,Kestrel,Owner Name,Lead,Marketing contact,',
      '2,Bob,Ray,bob@example.com,,,,Owner Name,Lead,Non-marketing contact,',
      '3,Cy,Roe,cy@example.com,,,,Owner Name,Lead,Marketing contact,true',
    ]),
    ['Ann|Lee|ann@example.com|Lead|Kestrel||add', 'Bob|Ray|bob@example.com||||add', 'Cy|Roe|cy@example.com||||add'],
  ],
  [
    'Brevo, contacts',
    'Brevo contacts',
    'EMAIL;LASTNAME;FIRSTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME;OPT_IN\nann@example.com;Lee;Ann;4940;No;No;2026-01-01;2026-01-01;Yes\ncy@example.com;Roe;Cy;;Yes;No;2026-01-01;2026-01-01;Yes\n',
    ['Ann|Lee|ann@example.com|||accepts|add', 'Cy|Roe|cy@example.com||||add'],
  ],
  [
    'Copper, people',
    'Copper people',
    lines([
      'Name,Title,Company,Owned By,Owner Id,Contact Type,Tags,Last Contacted,Inactive Days,Interaction Count,Created At,Email,Email Type,Email 2,Phone Number,Newsletter cf_698219',
      'Ann van der Berg,Lead,Kestrel,Me,1,Customer,,,3,2,2026,ann@example.com,work,,,checked',
      'Bob Ray,Chef,,Me,1,Customer,,,3,2,2026,bob@example.com,work,,,unchecked',
    ]),
    ['Ann|van der Berg|ann@example.com|Lead|Kestrel||add', 'Bob|Ray|bob@example.com|Chef|||add'],
  ],
  [
    'Google Contacts',
    'Google contacts',
    lines([
      'First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value',
      'Ann,,Lee,,Kestrel,Lead,* myContacts,Work,ann@example.com ::: ann@example.org,',
      'Bob,,Ray,,,,* myContacts,,,+44 1',
    ]),
    ['Ann|Lee|ann@example.com|Lead|Kestrel||add', 'Bob|Ray|||||Email is required'],
  ],
  [
    'Google Contacts, earlier',
    'Google contacts',
    lines([
      'Name,Given Name,Additional Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title',
      'Ann Lee,Ann,,Lee,* My Contacts,Work,ann@example.com,,Kestrel,Lead',
    ]),
    ['Ann|Lee|ann@example.com|Lead|Kestrel||add'],
  ],
  [
    'Outlook, contacts',
    'Outlook contacts',
    new Uint8Array(
      Buffer.from(
        lines([
          'Anrede,Vorname,Weitere Vornamen,Nachname,Suffix,Firma,Abteilung,Position,Beruf,Büro,E-Mail-Adresse,E-Mail-Typ,Notizen',
          'Frau,Käthe,,Groß,,Kestrel,,Leitung,,,k@example.com,SMTP,"one\ntwo"',
        ]),
        'latin1',
      ),
    ),
    ['Käthe|Groß|k@example.com|Leitung|Kestrel||add'],
  ],
  [
    'LinkedIn, below its notes',
    'LinkedIn connections',
    'Notes:\n"When exporting your connection data, you may notice that some ""addresses"" are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nAnn,Lee,https://x.example/ann,ann@example.com,Kestrel,Lead,02 Jan 2027\nBob,Ray,https://x.example/bob,,Merlin,Chef,03 Jan 2027\n',
    ['Ann|Lee|ann@example.com|Lead|Kestrel||add', 'Bob|Ray||Chef|Merlin||Email is required'],
  ],
  [
    'Google Forms, the last answer counts',
    'Google Forms answers',
    csv([
      ['Zeitstempel', 'E-Mail-Adresse', 'Vorname', 'Nachname', 'In welcher Position\narbeiten Sie?', 'Möchten Sie unseren Newsletter?'],
      ['1', 'ann@example.com', 'Ann', 'Lee', 'Chef', 'Ja'],
      ['2', 'bob@example.com', 'Bob', 'Ray', '', 'Nein, danke'],
      ['3', 'ann@example.com', 'Ann', 'Lee', 'Lead', 'ja'],
    ]),
    [
      'Ann|Lee|ann@example.com|Chef||accepts|Same person as line 5',
      'Bob|Ray|bob@example.com||||add',
      'Ann|Lee|ann@example.com|Lead||accepts|add',
    ],
  ],
  [
    'Microsoft Forms, addresses in a question',
    'Microsoft Forms answers',
    await xlsx([
      [
        'ID',
        'Start time',
        'Completion time',
        'Email',
        'Name',
        'Last modified time',
        'Your full name\u00a0',
        'Where can we reach you?\u00a0',
      ],
      ['1', '1/2/27', '1/2/27', 'anonymous', '', '', 'Ann Lee', 'ann@example.com'],
      ['2', '1/2/27', '1/2/27', 'anonymous', '', '', 'Bob Ray', 'bob@example.com'],
    ]),
    ['Ann|Lee|ann@example.com||||add', 'Bob|Ray|bob@example.com||||add'],
  ],
  [
    'SurveyMonkey, two header rows',
    'SurveyMonkey answers',
    csv([
      [
        'Respondent ID',
        'Collector ID',
        'Start Date',
        'End Date',
        'IP Address',
        'Email Address',
        'First Name',
        'Last Name',
        'Custom Data 1',
        'Contact information',
        '',
        '',
        'Why?',
      ],
      ['', '', '', '', '', '', '', '', '', 'Name', 'Company', 'Email Address', 'Open-Ended Response'],
      ['1', '2', '2027', '2027', '10.0.0.1', '', '', '', '', 'Ann Lee', 'Kestrel', 'ann@example.com', 'Fun'],
      ['2', '2', '2027', '2027', '10.0.0.1', '', '', '', '', 'Bob Ray', '', 'bob@example.com', ''],
    ]),
    ['Ann|Lee|ann@example.com||Kestrel||add', 'Bob|Ray|bob@example.com||||add'],
  ],
  [
    'Typeform',
    'Typeform answers',
    "#,First name,Last name,Phone number,Email,Company,What is your role?,Newsletter,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags,Ending\na,Ann,Lee,'+49 1,ann@example.com,Kestrel,Lead,1,completed,2027,,2027,n,,\nb,Cy,Roe,,cy@example.com,,,0,partial,2027,,,n,,\n",
    ['Ann|Lee|ann@example.com|Lead|Kestrel|accepts|add', 'Cy|Roe|cy@example.com||||Not confirmed: partial'],
  ],
  [
    'Tally',
    'Tally answers',
    'Submission ID,Respondent ID,Submitted at,First name,Last name,Work email,Topics (Food),Topics (Wine)\ns,r,2027,Ann,Lee,ann@example.com,TRUE,FALSE\n',
    ['Ann|Lee|ann@example.com||||add'],
  ],
  [
    'Gravity Forms',
    'Gravity Forms entries',
    `\ufeff${csv([
      [
        'Name (First)',
        'Name (Last)',
        'Email (Enter Email)',
        'Newsletter (Consent)',
        'Newsletter (Text)',
        'Newsletter (Description)',
        'Created By (User Id)',
        'Entry Id',
        'Source Url',
      ],
      ['Ann', 'Lee', 'ann@example.com', 'Checked', 'I agree', 'Monthly', '', '1', 'https://x.example'],
      ['Bob', 'Ray', 'bob@example.com', 'Not Checked', 'I agree', 'Monthly', '', '2', 'https://x.example'],
    ])}`,
    ['Ann|Lee|ann@example.com||||add', 'Bob|Ray|bob@example.com||||add'],
  ],
  [
    'Zoom, webinar attendees below host and panel',
    'Zoom attendees',
    [
      'Attendee Report,,,,,,,,,',
      'Report Generated:,2027-01-02,,,,,,,,',
      'Topic,Webinar ID,Actual Start Time,,,,,,,',
      'Open day,123,2027,,,,,,,',
      'Host Details,,,,,,,,,',
      'Attended,User Name (Original Name),Email,Join Time,Leave Time,Is Guest,,,,',
      'Yes,Hosty,host@example.com,2027,2027,No,,,,',
      'Panelist Details,,,,,,,,,',
      'Attended,User Name (Original Name),Email,Join Time,Leave Time,Is Guest,,,,',
      'Yes,Pan,pan@example.com,2027,2027,No,,,,',
      'Attendee Details,,,,,,,,,',
      'Attended,User Name (Original Name),First Name,Last Name,Email,Approval Status,Join Time,Leave Time,Is Guest,Country/Region Name',
      'Yes,Ann L,Ann,Lee,ann@example.com,approved,2027,2027,No,UK',
      'Yes,Ann L,Ann,Lee,ann@example.com,approved,2027,2027,No,UK',
      'No,Bob,Bob,Ray,bob@example.com,approved,--,--,--,UK',
      'No,Cy,Cy,Roe,cy@example.com,denied,--,--,--,UK',
      'No,Di,Di,Poe,di@example.com,cancelled,--,--,--,UK',
    ].join('\n'),
    [
      'Ann|Lee|ann@example.com||||add',
      'Ann|Lee|ann@example.com||||Same person as line 13',
      'Bob|Ray|bob@example.com||||add',
      'Cy|Roe|cy@example.com||||Not confirmed: denied',
      'Di|Poe|di@example.com||||cancelled',
    ],
  ],
  [
    'Zoom, registrations',
    'Zoom registrations',
    'Registration Report,,,,\nTopic,Webinar ID,,,\nOpen day,123,,,\nAttendee Details,,,,\nFirst Name,Last Name,Email,Registration Time,Approval Status\nAnn,Lee,ann@example.com,2027,approved\nCy,Roe,cy@example.com,2027,pending\n',
    ['Ann|Lee|ann@example.com||||add', 'Cy|Roe|cy@example.com||||Not confirmed: pending'],
  ],
  [
    'Teams, the second of three tables',
    'Teams attendance',
    utf16(
      [
        '1. Summary',
        'Meeting title\tOpen day',
        'Attended participants\t2',
        '',
        '2. Participants',
        'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole',
        'Lee, Ann\t1/2/27\t1/2/27\t1h\tann@example.com\tann@example.com\tPresenter',
        'Bob Ray (Kestrel)\t1/2/27\t1/2/27\t1h\tbob@example.com\tbob@example.com\tAttendee',
        '',
        '3. In-Meeting Activities',
        'Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole',
        'Lee, Ann\t1/2/27\t1/2/27\t1h\tann@example.com\tPresenter',
        'Bob Ray (Kestrel)\t1/2/27\t1/2/27\t1h\tbob@example.com\tAttendee',
      ].join('\r\n'),
    ),
    ['Ann|Lee|ann@example.com||||add', 'Bob|Ray|bob@example.com||||add'],
  ],
  [
    'Calendly',
    'Calendly invitees',
    lines([
      'User Name,Team,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Invitee accepted marketing emails,Canceled,Canceled By,Cancellation reason,Question 1,Response 1,Guest Email(s),User Email',
      'Host,,Ann Lee,Ann,Lee,ann@example.com,Yes,false,,,Company,Kestrel,,host@example.com',
      'Host,,Cy Roe,Cy,Roe,cy@example.com,No,true,Cy Roe,Ill,Company,,,host@example.com',
    ]),
    ['Ann|Lee|ann@example.com|||accepts|add', 'Cy|Roe|cy@example.com||||cancelled'],
  ],
  [
    'Excel for Mac',
    undefined,
    macRoman('Vorname;Nachname;E-Mail\rJürgen;Großmann;j@example.com\rZoë;Çelik;z@example.com\rFrançois;Lefèvre;f@example.com\r'),
    ['Jürgen|Großmann|j@example.com||||add', 'Zoë|Çelik|z@example.com||||add', 'François|Lefèvre|f@example.com||||add'],
  ],
  [
    'Doodle, below its title',
    undefined,
    csv([
      ['Doodle poll: Open day'],
      [''],
      ['Participant', 'Email', 'Mon 8 March'],
      ['Ann Lee (she/her)', 'ann@example.com', 'OK'],
      ['Count', '', '1'],
    ]),
    ['Ann|Lee|ann@example.com||||add', '|Count|||||Email is required'],
  ],
  [
    'Outlook, contacts in English',
    'Outlook contacts',
    'First Name,Middle Name,Last Name,Title,Suffix,E-mail Address,E-mail 2 Address,Company,Job Title,Pronouns\nAnn,M,Lee,Ms,,ann@example.com,,"Kestrel\nLtd",Lead,she/her\n',
    ['Ann|Lee|ann@example.com|Lead|Kestrel Ltd||add'],
  ],
  [
    'Excel in Switzerland, pasted',
    undefined,
    'Nr.\tName, Vorname\tMailadresse\tZu-/Absage\tFirma\n1\tVAN DER BERG Ann\tann@example.com\tZusage\t#NV\n2\tRAY Bo\tbo@example.com\tAbsage\t"Ray\nAG"\n3\tROE Cy\tcy@example.com\toffen\t\n',
    [
      'Ann|VAN DER BERG|ann@example.com||||add',
      'Bo|RAY|bo@example.com||Ray AG||cancelled',
      'Cy|ROE|cy@example.com||||Not confirmed: offen',
    ],
  ],
  [
    'LibreOffice',
    undefined,
    ';"Vorname";"Nachname";"E-Mail";\n;"Ann";"Lee";"ann@example.com";\n;;;;\n;"Summe";;1;\n',
    ['Ann|Lee|ann@example.com||||add', 'Summe||1||||Last name is required. Please enter a valid email address'],
  ],
];
