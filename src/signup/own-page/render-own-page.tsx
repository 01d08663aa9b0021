import { renderToStaticMarkup } from 'react-dom/server';
import { PageHeader } from '../pages/page-header.tsx';
import { ActLink } from './act-link.tsx';
import { CorrectionPage, EventsPage, LinkPage } from './form-pages.tsx';
import css from './own-page.css?inline';
import { OwnPage } from './own-page.tsx';
import type { CorrectionView, EventsView, LinkView, OwnPageView, QuestionView } from './own-view.ts';

/** A page that asks before something is changed. */
function QuestionPage({ view }: { readonly view: QuestionView }) {
  const { organisation, question, when, text, act, keep, further } = view;
  return (
    <>
      <PageHeader organisation={organisation} title={question} />
      {when !== undefined && <p className="when">{when}</p>}
      {text !== undefined && <p className="text">{text}</p>}
      <form className="choice" method="post" action={act?.href}>
        {act && (
          <button type="submit" className="button" aria-label={act.name}>
            {act.label}
          </button>
        )}
        <ActLink act={keep} />
      </form>
      {further && (
        <p className="further">
          <a href={further.href}>{further.label}</a>
        </p>
      )}
    </>
  );
}

/** In addition to the style sheet of the forms. */
export const ownStyleSheet: string = css;

/** The question is read out first; no script can give it the focus, and the header of the forms must not grow. */
const withFocus = (content: string): string => content.replace('<h1 ', '<h1 tabindex="-1" autofocus ');

/** The contents of `<main>` of the pages by which people see and change their sign-up; they have no script. */
export const ownPages = {
  page: (view: OwnPageView): string => renderToStaticMarkup(<OwnPage view={view} />),
  question: (view: QuestionView): string => withFocus(renderToStaticMarkup(<QuestionPage view={view} />)),
  correction: (view: CorrectionView): string => renderToStaticMarkup(<CorrectionPage view={view} />),
  events: (view: EventsView): string => renderToStaticMarkup(<EventsPage view={view} />),
  link: (view: LinkView): string => renderToStaticMarkup(<LinkPage view={view} />),
} as const;
