import { plainHeader } from './synonyms.ts';

/** The lists that other tools export, each known by some of its headers as `plainHeader` gives them. Of two that fit, the first counts. */
const TOOLS: readonly (readonly [name: string, ...headers: readonly string[]])[] = [
  ['Eventbrite attendees', 'attendeestatus', 'orderdate'],
  ['Eventbrite orders', 'orderid', 'attendeeemail', 'buyeremail'],
  ['Luma guest list', 'approvalstatus', 'qrcodeurl'],
  ['Luma guest list', 'approvalstatus', 'apiid'],
  ['Meetup attendees', 'urlofmemberprofile', 'rsvp'],
  ['pretix order positions', 'ordercode', 'positionid'],
  ['pretix order positions', 'bestellnummer', 'position', 'emailteilnehmerin'],
  ['Hi.Events attendees', 'checkins', 'productid'],
  ['Ticket Tailor tickets', 'issuedticketid'],
  ['Ticket Tailor orders', 'orderid', 'orderitems', 'ordercancelled'],
  ['Cvent registrants', 'inviteestatus', 'registrationtype'],
  ['Mailchimp audience', 'memberrating', 'leid'],
  ['HubSpot contacts', 'recordid', 'contactowner'],
  ['HubSpot contacts', 'datensatzid', 'nachname'],
  ['Brevo contacts', 'emailblacklisted', 'smsblacklisted'],
  ['Copper people', 'ownedby', 'contacttype', 'inactivedays'],
  ['Google contacts', 'email1value'],
  ['LinkedIn connections', 'connectedon', 'emailaddress'],
  ['Microsoft Forms answers', 'starttime', 'completiontime'],
  ['SurveyMonkey answers', 'respondentid', 'collectorid'],
  ['Typeform answers', 'networkid', 'submitdateutc'],
  ['Tally answers', 'submissionid', 'respondentid'],
  ['Gravity Forms entries', 'entryid', 'sourceurl'],
  ['Zoom attendees', 'approvalstatus', 'jointime', 'leavetime'],
  ['Zoom registrations', 'approvalstatus', 'registrationtime'],
  ['Teams attendance', 'participantidupn'],
  ['Calendly invitees', 'inviteeemail', 'username'],
  ['Google Forms answers', 'timestamp', 'emailaddress'],
  ['Google Forms answers', 'zeitstempel', 'emailadresse'],
  ['Google Forms answers', 'horodateur', 'adresseemail'],
  ['Outlook contacts', 'emailtyp', 'firma'],
  ['Outlook contacts', 'emailtype', 'company', 'suffix'],
  ['Outlook contacts', 'email2address', 'company', 'suffix'],
  ['GoTo Webinar registrants', 'registrationdatetime', 'unsubscribed'],
  ['Wix guest list', 'rsvpstatus', 'rsvptime'],
];

/** What tool wrote a file with this header, and of what; undefined for others. */
export function toolOf(header: readonly string[]): string | undefined {
  const names = new Set(header.map(plainHeader));
  return TOOLS.find(([, ...headers]) => headers.every((name) => names.has(name)))?.[0];
}

/** What Mailchimp says of everyone in a file by its name; it has no column for it. */
export const saidOfAll = (fileName: string): string | undefined => /^(subscribed|unsubscribed|cleaned)_/.exec(fileName)?.[1];
