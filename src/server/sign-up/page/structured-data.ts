import { clockOf } from '#contract/rules/event-date.ts';
import { placeLine } from '#contract/rules/event-line.ts';
import { readRichText, richTextPlain } from '#contract/rules/rich-text.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import { beginningOf } from '#contract/rules/text.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { spanOf } from '#server/events/calendar.ts';
import type { StoredEvent } from '#server/form-store/public-form.ts';
import type { FormView } from '#signup/view.ts';

const EVENTS_MAX = 20;
const DESCRIPTION_MAX = 300;

/** A moment with its offset in a time zone: `2027-01-12T09:30:00+00:00`. */
function withOffset(iso: string, timeZone: string): string {
  const local = clockOf(new Date(iso), timeZone);
  const ahead = (local.getTime() - Date.parse(iso)) / MINUTE_MS;
  const [hours, minutes] = [Math.abs(ahead) / 60, Math.abs(ahead) % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
  return `${local.toISOString().slice(0, -5)}${ahead < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** When an event takes place; whole days are dates, since search engines would show their midnight as a time. */
function timesOf({ date, end_date: endDate }: Pick<StoredEvent, 'end_date'> & { readonly date: string }, timeZone: string) {
  const { start, end, isAllDay } = spanOf({ startsAt: new Date(date), endsAt: endDate ? new Date(endDate) : null }, timeZone);
  const [first, last] = [start.getTime(), end.getTime() - DAY_MS].map((day) => new Date(day).toISOString().slice(0, 10));
  if (isAllDay) return { startDate: first, endDate: last };
  return { startDate: withOffset(date, timeZone), ...(endDate && { endDate: withOffset(endDate, timeZone) }) };
}

interface EventPage {
  readonly url: string;
  readonly organizer: object;
  readonly image: readonly string[];
  /** The series' description, for events without one. */
  readonly description: string;
  readonly timeZone: string;
  readonly speakersOf: (event: StoredEvent) => readonly string[];
}

/** Where an event takes place, for search engines, without the join link. Undefined without venue and join link. */
function locationOf({ venue, venue_address: typed, hasJoinLink }: StoredEvent, url: string) {
  const address = placeLine(null, typed);
  const name = placeLine(venue, null) || address;
  const hall = name === '' ? [] : [{ '@type': 'Place', name, address: address || name }];
  const online = hasJoinLink === true ? [{ '@type': 'VirtualLocation', url }] : [];
  const [first, second] = [...hall, ...online];
  if (first === undefined) return undefined;
  if (second) return { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode', location: [first, second] };
  const mode = hall.length > 0 ? 'Offline' : 'Online';
  return { eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`, location: first };
}

function dataOf(event: StoredEvent & { readonly date: string }, page: EventPage) {
  const place = locationOf(event, page.url);
  if (place === undefined) return [];
  const { organizer, image, timeZone } = page;
  const description =
    event.description === undefined ? page.description : beginningOf(richTextPlain(readRichText(event.description)), DESCRIPTION_MAX);
  const performer = page.speakersOf(event).map((name) => ({ '@type': 'Person', name }));
  const data = {
    '@type': 'Event',
    name: event.event_title,
    ...timesOf(event, timeZone),
    eventStatus: `https://schema.org/Event${event.is_cancelled === true ? 'Cancelled' : 'Scheduled'}`,
    ...place,
    ...(description !== '' && { description }),
    ...(image.length > 0 && { image }),
    organizer,
    ...(performer.length > 0 && { performer }),
  };
  return [{ id: event.id, data }];
}

/** What search engines read about these events; places are stated as the form shows them at that time. Empty if there is nothing to state. */
export function structuredData(events: readonly StoredEvent[], page: EventPage): (view: FormView, now: number) => string {
  const dated = events.values().flatMap((event) => (event.date === null ? [] : dataOf({ ...event, date: event.date }, page)));
  const known = dated.take(EVENTS_MAX).toArray();
  const offersOf = (id: string, view: FormView, now: number) => {
    const shown = view.events.find((event) => event.id === id);
    const time = shown && signUpTime(shown, now);
    if (shown === undefined || time === 'over') return {};
    const ahead = { availability: 'https://schema.org/PreOrder', validFrom: shown.opens_at };
    const open = { availability: `https://schema.org/${shown.isFull === true ? 'SoldOut' : 'InStock'}` };
    return { offers: { '@type': 'Offer', url: page.url, ...(time === 'ahead' ? ahead : open) } };
  };
  return (view, now) => {
    if (known.length === 0) return '';
    const graph = known.map(({ id, data }) => ({ ...data, ...offersOf(id, view, now) }));
    const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', String.raw`\u003c`);
    return `<script type="application/ld+json">${json}</script>`;
  };
}
