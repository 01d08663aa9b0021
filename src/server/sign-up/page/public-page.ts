import { eventLine, justBefore, placeLine } from '#contract/rules/event-line.ts';
import { readRichText, richTextHtml, richTextPlain } from '#contract/rules/rich-text.ts';
import { beginningOf } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/form.ts';
import { byTimeZone } from '#contract/time.ts';
import { formPath } from '#server/form-store/form-address.ts';
import { listedEvents, speakersOf, type StoredEvent, type StoredForm } from '#server/form-store/public-form.ts';
import { inlineSource } from '#server/http/headers/header-profiles.ts';
import type { SignUpBundle } from '#server/pages/bundle.ts';
import { attributes, lookStyles } from '#server/pages/document.ts';
import { picturePath } from '#server/pictures/queries.ts';
import type { AboutView, Fact } from '#signup/pages/about.tsx';
import type { FormView } from '#signup/view.ts';
import { mapOf, type SignUpPageSettings, viewOf } from './form-view.ts';
import { structuredData } from './structured-data.ts';

interface FactSettings {
  readonly timeZone: string;
  readonly mapUrl: string | null;
}

const formatOf = byTimeZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }));

/** `12 to 15 January 2027`, `12 January to 15 April 2027`, or with two years. */
function daySpan(first: string, last: string, timeZone: string): string {
  const format = formatOf(timeZone);
  const [from, to] = [format.format(new Date(first)), format.format(new Date(last))];
  if (from === to) return to;
  const [day = '', month = '', year] = from.split(' ');
  const [, toMonth, toYear] = to.split(' ');
  const start = month === toMonth ? day : `${day} ${month}`;
  return `${year === toYear ? start : from} to ${to}`;
}

function whenLines(events: readonly StoredEvent[], { timeZone }: FactSettings): string[] {
  const dated = events.flatMap(({ date, end_date: end }) => (date === null ? [] : [{ date, end: end ? justBefore(end) : date }]));
  const [first] = dated;
  if (first === undefined) return [];
  const [only] = events;
  if (events.length === 1 && only !== undefined) return [eventLine(only.date, timeZone, only.end_date ?? null)];
  const last = dated.map(({ end }) => end).reduce((one, other) => (one > other ? one : other));
  return [daySpan(first.date, last, timeZone), words.countEvents(events.length, events.length - dated.length)];
}

const VENUES_MAX = 3;

/** The name of the place of an event; empty when it is not set. */
const venueOf = ({ venue, venue_address: address, hasJoinLink }: StoredEvent): string =>
  placeLine(venue, null) || placeLine(null, address) || (hasJoinLink === true ? words.ONLINE : '');

function venueFact(events: readonly StoredEvent[], { mapUrl }: FactSettings): Pick<Fact, 'lines' | 'map'> {
  const venues = [...new Set(events.map(venueOf))];
  const [first] = events;
  if (first === undefined || venues.includes('')) return { lines: [] };
  if (venues.length > VENUES_MAX) {
    const onSite = venues.filter((venue) => venue !== words.ONLINE);
    return { lines: [words.countVenues(onSite.length, onSite.length < venues.length)] };
  }
  const addresses = new Set(events.map(({ venue_address: address }) => placeLine(null, address)));
  if (venues.length > 1 || addresses.size > 1) return { lines: [words.inOneLine(venues)] };
  return {
    lines: [...venues, ...[...addresses].filter((address) => !venues.includes(address) && address !== '')],
    map: mapOf(first, mapUrl, words.MAP),
  };
}

/** The price, if it is the same for all: then the event cards do not repeat it. */
function priceOf(events: readonly StoredEvent[]): string | undefined {
  const [price, ...others] = new Set(events.map((event) => event.price));
  return others.length === 0 ? price : undefined;
}

/** When and where these events are and what they cost, as far as known. */
function factsOf(events: readonly StoredEvent[], settings: FactSettings): Fact[] {
  const price = priceOf(events);
  const facts: Fact[] = [
    { about: 'when', lines: whenLines(events, settings) },
    { about: 'where', ...venueFact(events, settings) },
    { about: 'price', lines: price === undefined ? [] : [price, ...(events.length > 1 ? [words.PER_EVENT] : [])] },
  ];
  return facts.filter(({ lines }) => lines.length > 0);
}

const TAG_MAX = 200;

/** If all events are in one place, the facts name it and the cards omit it. */
function placeStyles({ events }: FormView, takingPlace: readonly StoredEvent[]): string[] {
  const [place, ...others] = new Set(events.map(({ where }) => where));
  return takingPlace.length > 0 && place && others.length === 0 ? ['.event small[dir]:not(.price){display:none}'] : [];
}

/** The parts of a form's page around the form, made once for each version of the form, and again when an event ends. */
export interface PageParts {
  readonly view: FormView;
  /** What the view omits because the page around it, if any, has it. */
  readonly page: { readonly price: string | undefined } | undefined;
  readonly head: string;
  readonly styles: readonly string[];
  readonly styleSources: readonly string[];
  /** The HTML of the folds of events, by id. */
  readonly folds: ReadonlyMap<string, string>;
  /** Next to the form, if there is anything. */
  readonly about?: readonly [string, string];
  readonly dataOf: (view: FormView, now: number) => string;
}

/** Whether a form has a public page at its address; `embed=1` is only the form. */
const hasPublicPage = ({ description, cover }: StoredForm): boolean => description !== undefined || cover !== undefined;

const aheadOf = ({ events }: StoredForm, now: number): StoredEvent[] => events.filter(({ ends }) => ends > now);

/** What the parts of a page depend on in addition to the form: how many events are in the future, and how many are listed. */
export const partsStateOf = (form: StoredForm, now: number): string => `${aheadOf(form, now).length} ${listedEvents(form, now).length}`;

const meta = (name: 'name' | 'property', values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([key, content]) => (content ? `<meta${attributes({ [name]: key, content })}>` : ''))
    .join('');

function coverOf({ cover, pictureSizes = [] }: StoredForm): AboutView['cover'] {
  if (cover === undefined) return undefined;
  const sizeOf = (id: string) => pictureSizes.find((size) => size.id === id);
  const [large, small] = [sizeOf(cover.large), sizeOf(cover.small)];
  const srcSet = large && small && `${picturePath(cover.small)} ${small.width}w, ${picturePath(cover.large)} ${large.width}w`;
  return { src: picturePath(cover.large), srcSet, width: large?.width, height: large?.height, alt: cover.alt };
}

const namesOf = (form: StoredForm, event: StoredEvent): string[] => speakersOf(form, [event]).map(({ name }) => name);

const htmlOf = (description = ''): string => richTextHtml(readRichText(description));

const known = new WeakMap<StoredEvent, string>();

/** Reads the description of a stored event once, since a preview is made while staff type and may have hundreds. */
const descriptionOf = (event: StoredEvent, isEmbedded: boolean): string => {
  const html = known.get(event) ?? htmlOf(event.description);
  known.set(event, html);
  // A frame that showed another page would lose the form.
  const end = `<span class="quiet"> ${words.OPENS_NEW_TAB}</span></a>`;
  return isEmbedded ? html.replaceAll('<a href=', '<a target="_blank" href=').replaceAll('</a>', end) : html;
};

interface PartsDeps {
  readonly bundle: SignUpBundle;
  readonly settings: SignUpPageSettings;
  readonly isEmbedded: boolean;
  readonly now: number;
}

function foldsOf(form: StoredForm, { bundle, settings, isEmbedded }: PartsDeps): Map<string, string> {
  const folds = form.events.flatMap((event): [string, string][] => {
    const speakers = namesOf(form, event);
    if (event.description === undefined && speakers.length === 0) return [];
    const view = { id: event.id, title: event.event_title, description: descriptionOf(event, isEmbedded), speakers };
    return [[event.id, bundle.render.renderFold({ ...view, map: mapOf(event, settings.links.mapUrl) })]];
  });
  return new Map(folds);
}

/** The tags by which other services show a link to the page. */
const tagsOf = ({ title, organisation }: FormView, { url, description, image, cover }: Shared): string =>
  meta('name', { description, 'twitter:card': cover ? 'summary_large_image' : 'summary' }) +
  meta('property', {
    'og:title': title,
    'og:description': description,
    'og:type': 'website',
    'og:url': url,
    'og:site_name': organisation.name,
    'og:image': image[0],
    'og:image:width': cover?.width?.toString(),
    'og:image:height': cover?.height?.toString(),
    'og:image:alt': cover?.alt,
  });

/** The facts that a page shares with links to it. */
function sharedOf(form: StoredForm, settings: SignUpPageSettings, events: readonly StoredEvent[]) {
  const { publicUrl, timeZone, links } = settings;
  const facts = factsOf(events, { timeZone, mapUrl: links.mapUrl });
  const text = richTextPlain(readRichText(form.description ?? '')) || facts.map(({ lines }) => lines.join(', ')).join('. ');
  const cover = coverOf(form);
  const image = cover ? [`${publicUrl}${cover.src}`] : [];
  return { url: `${publicUrl}${formPath(form)}`, facts, description: beginningOf(text, TAG_MAX), cover, image };
}

type Shared = ReturnType<typeof sharedOf>;

function aboutViewOf(form: StoredForm, { organisation, title }: FormView, { cover, facts }: Shared): AboutView {
  const speakers = speakersOf(form, form.events).map((speaker) => ({
    ...speaker,
    picture: speaker.picture && picturePath(speaker.picture),
  }));
  return { cover, organisation, title, facts, description: htmlOf(form.description), speakers };
}

export function partsOf(form: StoredForm, deps: PartsDeps): PageParts {
  const { bundle, settings, isEmbedded, now } = deps;
  const isPage = hasPublicPage(form) && !isEmbedded;
  const isHidden = form.inSearch === false;
  const events = aheadOf(form, now);
  const takingPlace = events.filter((event) => event.is_cancelled !== true);
  const page = isPage ? { price: priceOf(takingPlace) } : undefined;
  const view = viewOf(form, settings, { places: [], page, now });
  const folds = foldsOf(form, deps);
  const hasMore = folds.size > 0 || view.events.some(({ price }) => price !== undefined);
  const styles = [
    ...(isPage ? [bundle.styles.about, ...placeStyles(view, takingPlace)] : []),
    ...(hasMore ? [bundle.styles.fold] : []),
    ...(view.hasFace ? [bundle.styles.thanks] : []),
    ...lookStyles(form.theme, bundle),
  ];
  const head = meta('name', { robots: isHidden ? 'noindex' : undefined });
  const parts = { view, page, folds, styles, styleSources: styles.map(inlineSource), head, dataOf: () => '' };
  if (!isPage) return parts;
  const shared = sharedOf(form, settings, takingPlace);
  const data = {
    ...shared,
    organizer: { '@type': 'Organization', name: view.organisation.name, url: settings.publicUrl },
    timeZone: settings.timeZone,
    speakersOf: (event: StoredEvent) => namesOf(form, event),
  };
  return {
    ...parts,
    head: head + tagsOf(view, shared),
    about: bundle.render.renderAbout(aboutViewOf(form, view, shared)),
    dataOf: isHidden ? parts.dataOf : structuredData(events, data),
  };
}
