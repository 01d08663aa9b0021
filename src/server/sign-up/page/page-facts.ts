import { eventLine, justBefore, mapAddress, placeLine } from '#contract/rules/event-line.ts';
import * as formWords from '#contract/texts/words/form.ts';
import { byTimeZone } from '#contract/time.ts';
import type { StoredEvent } from '#server/form-store/public-form.ts';
import type { Fact } from '#signup/pages/about.tsx';
import type { NamedLink } from '#signup/view.ts';

interface FactSettings {
  readonly timeZone: string;
  readonly mapUrl: string | null;
}

const formatOf = byTimeZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }));

/** `12 to 15 January 2027`, `12 January to 15 April 2027`, or what else differs. */
function daySpan(first: string, last: string, timeZone: string): string {
  const format = formatOf(timeZone);
  const [from, to] = [format.format(new Date(first)), format.format(new Date(last))];
  if (from === to) return to;
  const [day = '', month = '', year] = from.split(' ');
  const [, toMonth, toYear] = to.split(' ');
  const start = month === toMonth ? day : `${day} ${month}`;
  return `${year === toYear ? start : from} to ${to}`;
}

function whenOf(events: readonly StoredEvent[], { timeZone }: FactSettings): string[] {
  const dated = events.flatMap(({ date, end_date: end }) => (date === null ? [] : [{ date, end: end ? justBefore(end) : date }]));
  const [first] = dated;
  if (first === undefined) return [];
  const [only] = events;
  if (events.length === 1 && only !== undefined) return [eventLine(only.date, timeZone, only.end_date ?? null)];
  const last = dated.map(({ end }) => end).reduce((one, other) => (one > other ? one : other));
  return [daySpan(first.date, last, timeZone), formWords.countEvents(events.length, events.length - dated.length)];
}

/** The link to a map of an event's address, where it has one, and there are maps. */
export function mapOf(
  { venue, venue_address: typed }: Pick<StoredEvent, 'venue' | 'venue_address'>,
  mapUrl: string | null,
  label?: string,
): NamedLink | undefined {
  const address = placeLine(null, typed);
  if (mapUrl === null || address === '') return undefined;
  const name = formWords.mapOf(placeLine(venue, null) || address);
  return { href: mapAddress(mapUrl, address), children: label ?? name, name: `${name} ${formWords.OPENS_NEW_TAB}` };
}

const VENUES_MAX = 3;

/** The name of the place of an event; empty when it is not set. */
const venueOf = ({ venue, venue_address: address, hasJoinLink }: StoredEvent): string =>
  placeLine(venue, null) || placeLine(null, address) || (hasJoinLink === true ? formWords.ONLINE : '');

function whereOf(events: readonly StoredEvent[], { mapUrl }: FactSettings): Pick<Fact, 'lines' | 'map'> {
  const venues = [...new Set(events.map(venueOf))];
  const [first] = events;
  if (first === undefined || venues.includes('')) return { lines: [] };
  if (venues.length > VENUES_MAX) {
    const onSite = venues.filter((venue) => venue !== formWords.ONLINE);
    return { lines: [formWords.countVenues(onSite.length, onSite.length < venues.length)] };
  }
  const addresses = new Set(events.map(({ venue_address: address }) => placeLine(null, address)));
  if (venues.length > 1 || addresses.size > 1) return { lines: [formWords.inOneLine(venues)] };
  return {
    lines: [...venues, ...[...addresses].filter((address) => !venues.includes(address) && address !== '')],
    map: mapOf(first, mapUrl, formWords.MAP),
  };
}

/** The price, where it is the same for all: then the cards of events do not repeat it. */
export function priceOf(events: readonly StoredEvent[]): string | undefined {
  const [price, ...others] = new Set(events.map((event) => event.price));
  return others.length === 0 ? price : undefined;
}

/** When, where and for how much these events are, as far as that is known. */
export function factsOf(events: readonly StoredEvent[], settings: FactSettings): Fact[] {
  const price = priceOf(events);
  const facts: Fact[] = [
    { about: 'when', lines: whenOf(events, settings) },
    { about: 'where', ...whereOf(events, settings) },
    { about: 'price', lines: price === undefined ? [] : [price, ...(events.length > 1 ? [formWords.PER_EVENT] : [])] },
  ];
  return facts.filter(({ lines }) => lines.length > 0);
}
