import type { ComponentProps } from 'react';
import type { Speaker } from '#contract/forms/public-face.ts';
import * as words from '#contract/texts/words/form.ts';
import { NewTabLink } from '../fields/linked-text.tsx';
import { type FormView, type NamedLink, unbroken } from '../view.ts';
import { PageHeader } from './page-header.tsx';

/** Id of the heading of a form that is one part of its page. */
export const FORM_HEADING_ID = 'form';

/** When, where or for how much the events of a series are; a second line adds detail. */
export interface Fact {
  readonly about: keyof typeof SIGNS;
  readonly lines: readonly string[];
  readonly map?: NamedLink | undefined;
}

/** The contents of a page next to its form; the description is HTML. */
export interface AboutView extends Pick<FormView, 'organisation' | 'title'> {
  readonly cover?: ComponentProps<'img'> | undefined;
  readonly facts: readonly Fact[];
  readonly description: string;
  /** Pictures are given by their addresses. */
  readonly speakers: readonly Speaker[];
}

const SIGNS = {
  when: 'M8 3v4m8-4v4M4 10h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
  where: 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11m0-8a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  price: 'M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9zm5-4h.01',
};

const FactGroup = ({ about, lines, map }: Fact) => (
  <div>
    <dt className="quiet">{words.FACTS[about]}</dt>
    {lines.map((line, index) => (
      <dd key={line}>
        {index === 0 && (
          <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" aria-hidden="true">
            <path strokeLinecap="round" d={SIGNS[about]} />
          </svg>
        )}
        <span dir="auto">{about === 'when' ? unbroken(line) : line}</span>
        {map && index === lines.length - 1 && [' ', <NewTabLink key="map" {...map} />]}
      </dd>
    ))}
  </div>
);

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const letters = new Intl.Segmenter('en');
  return [...parts.slice(0, 1), ...parts.slice(1).slice(-1)].map((part) => letters.segment(part).containing(0)?.segment).join('');
}

const SpeakerItem = ({ name, role, picture }: Speaker) => (
  <li>
    {picture === null ? (
      <b className="portrait" aria-hidden="true">
        {initials(name)}
      </b>
    ) : (
      <img className="portrait" src={picture} alt="" loading="lazy" />
    )}
    <div>
      <b dir="auto">{name}</b>
      {role && (
        <p className="optional" dir="auto">
          {role}
        </p>
      )}
    </div>
  </li>
);

/** The left column down to the facts. */
export const AboutTop = ({ cover, organisation, title, facts }: AboutView) => (
  <>
    {cover && <img className="cover" {...cover} alt={cover.alt} sizes="(min-width: 44rem) 39rem, 100vw" fetchPriority="high" />}
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

const Description = ({ html }: { readonly html: string }) =>
  // oxlint-disable-next-line react/no-danger -- our own writer made it from a tree without HTML
  html !== '' && <div className="text" dangerouslySetInnerHTML={{ __html: html }} />;

/** The left column below the link to the form. */
export const AboutRest = ({ description, speakers }: AboutView) => (
  <>
    <Description html={description} />
    {speakers.length > 0 && (
      <>
        <h2>{words.SPEAKERS}</h2>
        <ul className="speakers">
          {speakers.map((speaker) => (
            <SpeakerItem key={speaker.id} {...speaker} />
          ))}
        </ul>
      </>
    )}
  </>
);

export interface FoldView {
  readonly id: string;
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly speakers: readonly string[];
  readonly map?: NamedLink | undefined;
}

/** An event's description, below its card. */
export const EventFold = ({ id, title, description, speakers, map }: FoldView) => (
  <details className="fold" data-event={id}>
    <summary>
      {words.ABOUT_EVENT}
      <span className="quiet">
        : <bdi>{title}</bdi>
      </span>
    </summary>
    <Description html={description} />
    {speakers.length > 0 && <p dir="auto">{words.withSpeakers(speakers)}</p>}
    {map && (
      <p dir="auto">
        <NewTabLink {...map} />
      </p>
    )}
  </details>
);
