import type { EventInMail } from '../src/contract/rules/mail/mail-items.ts';
import { fillSampleMail } from '../src/contract/rules/mail/sample-mail.ts';
import { starterMail } from '../src/contract/texts/words/mails.ts';
import { type Finding, median } from './support/figures.ts';

const MAILS = 2_000;

/** A confirmation with five events and a position, both parts made from the starter mail; and its size, and that of one with forty events. */
export function benchMails(): Finding[] {
  const event: EventInMail = {
    title: 'Leading through change',
    startsAt: '2050-01-12T09:30:00Z',
    endsAt: '2050-01-12T17:00:00Z',
    venue: 'Harbour House',
    venueAddress: '14 Quay Street\nBristol BS1 4DJ',
    joinUrl: 'https://meet.example/42',
  };
  const mailOf = (count: number) =>
    fillSampleMail({
      ...starterMail('series', 'Harbour Training'),
      values: { SERIES: 'Leadership', FNAME: 'Maria', FROM: 'courses@harbour.example' },
      held: Array.from({ length: count }, () => event),
      waitedFor: event,
      hasSelfService: true,
      timeZone: 'Europe/London',
      letterhead: {
        name: 'Harbour Training',
        logo: 'cid:logo',
        privacyUrl: 'https://harbour.example/privacy',
        imprintUrl: null,
        accessibilityUrl: null,
        mapUrl: 'https://maps.example/?q={address}',
      },
    });
  const times = Array.from({ length: MAILS }, () => {
    const startedAt = performance.now();
    mailOf(5);
    return performance.now() - startedAt;
  });
  const weightOf = (count: number): number => Buffer.byteLength(mailOf(count).html) / 1_000;
  return [
    { what: 'a mail with five events is made in', figure: median(times), unit: 'ms', limit: { atMost: 1 } },
    { what: 'its HTML', figure: weightOf(5), unit: 'kB', limit: { atMost: 16 } },
    { what: 'HTML with forty events', figure: weightOf(40), unit: 'kB', limit: { atMost: 30 } },
  ];
}
