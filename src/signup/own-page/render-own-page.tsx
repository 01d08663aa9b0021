import { renderToStaticMarkup } from 'react-dom/server';
import { CorrectionPage, EventsPage, LinkPage } from './form-pages.tsx';
import css from './own-page.css?inline';
import { OwnPage } from './own-page.tsx';
import type { CorrectionView, EventsView, LinkView, OwnPageView, QuestionView } from './own-view.ts';
import { QuestionPage } from './question-page.tsx';

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
