import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import * as words from '#contract/texts/words/form.ts';
import { FoldsContext } from './fields/event-fold.tsx';
import { LinkedText } from './fields/linked-text.tsx';
import css from './form.css?inline';
import { AboutRest, AboutTop, type AboutView, EventFold, type FoldView, FORM_HEADING_ID } from './pages/about.tsx';
import { PageHeader } from './pages/page-header.tsx';
import selfServiceCss from './self-service/self-service.css?inline';
import { closedNotice, SignUpForm } from './sign-up-form.tsx';
import { ConfirmationNote } from './status-slot.tsx';
import aboutCss from './styles/about.css?inline';
import foldCss from './styles/fold.css?inline';
import lookCss from './styles/look.css?inline';
import thanksCss from './styles/thanks.css?inline';
import { type Confirmation, type FormView, isClosed, onlyWaits, type Organisation, type Visit } from './view.ts';

export { selfService } from './self-service/render-self-service.tsx';

// Server entry, bundled into one file, since the server does not compile JSX.

/** The style sheet of all pages, and additions for self-service pages, public pages, prices and folds of events, looks, and thanks that replace a form. */
export const styles = {
  all: css.trim(),
  selfService: selfServiceCss.trim(),
  about: aboutCss.trim(),
  fold: foldCss.trim(),
  look: lookCss.trim(),
  thanks: thanksCss.trim(),
};

/** The content of the form's sheet; `folds` is the HTML of events' folds, by id. Only what the script changes is hydrated: if the browser has translated it, React renders it again. */
export function renderForm(view: FormView, visit: Visit, folds: ReadonlyMap<string, string> = new Map()): string {
  const form = renderToString(
    <FoldsContext value={new Map([...folds].map(([id, __html]) => [id, { dangerouslySetInnerHTML: { __html } }]))}>
      <SignUpForm view={view} visit={visit} />
    </FoldsContext>,
  );
  const header = view.heading ? '' : renderToString(<PageHeader organisation={view.organisation} title={view.title} />);
  return `${header}<div>${form}</div>`;
}

/** The contents of a page next to its form, above and below the link to the form; none of it is hydrated. */
export const renderAbout = (view: AboutView): readonly [string, string] => [
  // React adds links that preload the page's pictures, right before them.
  renderToStaticMarkup(<AboutTop {...view} />).replaceAll(/<link [^>]*>/g, ''),
  renderToStaticMarkup(<AboutRest {...view} />),
];

/** The link to the form, for narrow screens; why nothing can be sent, if it is closed. */
export const renderGo = (view: FormView, now: number): string =>
  renderToStaticMarkup(
    isClosed(view, now) ? (
      <p className="notice go">
        <LinkedText text={closedNotice(view, now)} />
      </p>
    ) : (
      <p className="go">
        <a className="button" href={`#${FORM_HEADING_ID}`}>
          {view.kind === 'series' ? words.SIGN_UP : words.GO_TO_FORM}
        </a>
      </p>
    ),
  );

export const renderFold = (view: FoldView): string => renderToStaticMarkup(<EventFold {...view} />);

/** The answer to a successful post without script; `again` is the URL of an empty form. */
export const renderDone = (view: FormView, confirmation: Confirmation, again: string, redirectTo: string | undefined): string =>
  renderToString(
    <>
      <PageHeader organisation={view.organisation} title={view.title} />
      <p className="note">{onlyWaits(confirmation) ? words.ON_WAITING_LIST : words.SUCCESS_TITLE}</p>
      <div className="status">
        <ConfirmationNote
          confirmation={{ ...confirmation, next: confirmation.next.filter(({ about }) => about !== 'later') }}
          waitingNote={view.waitingNote}
          again={again}
          onward={redirectTo}
          isAlone={view.hasFace}
        >
          {onlyWaits(confirmation) || view.successText ? null : <p>{words.withInbox(view, words.SUCCESS_TEXT)}</p>}
        </ConfirmationNote>
      </div>
    </>,
  );

interface Message {
  readonly title: string;
  readonly text: string;
  /** A link to try again, if that may help. */
  readonly retry?: { readonly href: string; readonly label: string } | undefined;
}

/** A page with a message instead of a form, such as that there is none at this address. */
export const renderMessage = (organisation: Organisation, { title, text, retry }: Message): string =>
  renderToString(
    <>
      <PageHeader organisation={organisation} title={title} />
      <p className="notice">{text}</p>
      <p className="status again">{retry === undefined ? null : <a href={retry.href}>{retry.label}</a>}</p>
    </>,
  );
