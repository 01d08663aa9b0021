import * as words from '#contract/texts/words/form.ts';
import { NewTabLink } from '../fields/linked-text.tsx';
import type { FormView, NamedLink } from '../view.ts';
import { PageHeader } from './page-header.tsx';

/** Id of the heading of a form that is one part of its page. */
export const FORM_HEADING_ID = 'form';

/** When, where or for how much the events of a series are; of two lines the second says more. */
export interface Fact {
  readonly about: 'when' | 'where' | 'price';
  readonly lines: readonly string[];
  readonly map?: NamedLink | undefined;
}

export interface ShownSpeaker {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  /** The address of a portrait. */
  readonly portrait?: string | undefined;
}

/** What a page has beside its form. */
export interface AboutView extends Pick<FormView, 'organisation' | 'title'> {
  readonly cover?: {
    readonly src: string;
    readonly srcSet?: string | undefined;
    readonly width?: number | undefined;
    readonly height?: number | undefined;
    readonly alt: string;
  };
  readonly facts: readonly Fact[];
  /** HTML of a description. */
  readonly description: string;
  readonly speakers: readonly ShownSpeaker[];
}

const SIGNS: Readonly<Record<Fact['about'], string>> = {
  when: 'M8 3v4m8-4v4M4 10h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
  where: 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11m0-8a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  price: 'M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9zm5-4h.01',
};

function FactGroup({ about, lines, map }: Fact) {
  return (
    <div>
      <dt className="quiet">{words.FACTS[about]}</dt>
      {lines.map((line, index) => (
        <dd key={line}>
          {index === 0 && (
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" aria-hidden="true">
              <path strokeLinecap="round" d={SIGNS[about]} />
            </svg>
          )}
          <span dir="auto">{line}</span>
          {map && index === lines.length - 1 && <NewTabLink {...map} />}
        </dd>
      ))}
    </div>
  );
}

/** The first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => Array.from(word)[0]).join('');
}

const Speaker = ({ name, role, portrait }: ShownSpeaker) => (
  <li>
    {portrait === undefined ? (
      <span className="initials" aria-hidden="true">
        {initials(name)}
      </span>
    ) : (
      <img src={portrait} width={56} height={56} alt="" loading="lazy" />
    )}
    <div>
      <b dir="auto">{name}</b>
      {role && <p dir="auto">{role}</p>}
    </div>
  </li>
);

/** The left column down to the facts. */
export function AboutTop({ view: { cover, organisation, title, facts } }: { readonly view: AboutView }) {
  return (
    <>
      {cover && (
        <img className="cover" {...cover} alt={cover.alt} sizes={cover.srcSet && '(min-width: 44rem) 39rem, 100vw'} fetchPriority="high" />
      )}
      <PageHeader organisation={organisation} title={title} />
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map((fact) => (
            <FactGroup key={fact.about} {...fact} />
          ))}
        </dl>
      )}
    </>
  );
}

/** The left column below the link to the form. */
export function AboutRest({ view: { description, speakers } }: { readonly view: AboutView }) {
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- our own writer made it of a tree that has no HTML */}
      {description && <div className="text" dangerouslySetInnerHTML={{ __html: description }} />}
      {speakers.length > 0 && (
        <>
          <h2>{words.SPEAKERS}</h2>
          <ul className="speakers">
            {speakers.map((speaker) => (
              <Speaker key={speaker.id} {...speaker} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** What is told about an event besides its card; `description` is HTML. */
export interface FoldView {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly speakers: readonly string[];
  readonly map?: NamedLink | undefined;
}

/** An event's own words, below its card. */
export function EventFold({ view: { id, title, description, speakers, map } }: { readonly view: FoldView }) {
  return (
    <details className="fold" data-event={id}>
      <summary>
        {words.ABOUT_EVENT}
        <span className="quiet">{`: ${title}`}</span>
      </summary>
      {/* oxlint-disable-next-line react/no-danger -- our own writer made it of a tree that has no HTML */}
      {description && <div className="text" dangerouslySetInnerHTML={{ __html: description }} />}
      {speakers.length > 0 && <p dir="auto">{words.withSpeakers(speakers)}</p>}
      {map && (
        <p dir="auto">
          <NewTabLink {...map} />
        </p>
      )}
    </details>
  );
}
