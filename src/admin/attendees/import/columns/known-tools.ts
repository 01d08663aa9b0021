import { plainHeader } from './synonyms.ts';

/** The lists that other tools export, each known by some of its headers as `plainHeader` gives them, a list of them for each version or language. Of two that fit, the first counts. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  'Eventbrite attendees': ['attendeestatus orderdate'],
  'Eventbrite orders': ['orderid attendeeemail buyeremail'],
  'Luma guest list': ['approvalstatus qrcodeurl', 'approvalstatus apiid'],
  'Meetup attendees': ['urlofmemberprofile rsvp'],
  'pretix order positions': ['ordercode positionid', 'bestellnummer position emailteilnehmerin'],
  'Hi.Events attendees': ['checkins productid'],
  'Ticket Tailor tickets': ['issuedticketid'],
  'Ticket Tailor orders': ['orderid orderitems ordercancelled'],
  'Cvent registrants': ['inviteestatus registrationtype'],
  'Mailchimp audience': ['memberrating leid'],
  'HubSpot contacts': ['recordid contactowner', 'datensatzid nachname'],
  'Brevo contacts': ['emailblacklisted smsblacklisted'],
  'Copper people': ['ownedby contacttype inactivedays'],
  'Google contacts': ['email1value'],
  'LinkedIn connections': ['connectedon emailaddress'],
  'Microsoft Forms answers': ['starttime completiontime'],
  'SurveyMonkey answers': ['respondentid collectorid'],
  'Typeform answers': ['networkid submitdateutc'],
  'Tally answers': ['submissionid respondentid'],
  'Gravity Forms entries': ['entryid sourceurl'],
  'Zoom attendees': ['approvalstatus jointime leavetime'],
  'Zoom registrations': ['approvalstatus registrationtime'],
  'Teams attendance': ['participantidupn'],
  'Calendly invitees': ['inviteeemail username'],
  'Google Forms answers': ['timestamp emailaddress', 'zeitstempel emailadresse', 'horodateur adresseemail'],
  'Outlook contacts': ['emailtyp firma', 'emailtype company suffix', 'email2address company suffix'],
  'GoTo Webinar registrants': ['registrationdatetime unsubscribed'],
  'Wix guest list': ['rsvpstatus rsvptime'],
};

/** The tool that wrote a file, and what its name or kind says about all rows. */
export function originOf({ name, header }: { readonly name: string; readonly header: readonly string[] }) {
  const headers = new Set(header.map(plainHeader));
  const tool = Object.entries(TOOLS).find(([, lists]) => lists.some((known) => known.split(' ').every((each) => headers.has(each))))?.[0];
  // Mailchimp has no column for it.
  const said = /^(subscribed|unsubscribed|cleaned)_/.exec(name)?.[1];
  const isOfSubscribers = said === 'subscribed';
  return { tool, lastCounts: tool?.endsWith('answers') === true, isOfSubscribers, allAre: isOfSubscribers ? undefined : said };
}
