import { renderToString } from 'react-dom/server';
import * as words from '#contract/texts/words/form.ts';
import css from './form.css?inline';
import { PageHeader } from './pages/page-header.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { ConfirmationNote, successText } from './status-slot.tsx';
import { type Confirmation, type FormView, onlyWaits, type Organisation, type Visit } from './view.ts';

export { ownPages, ownStyleSheet } from './own-page/render-own-page.tsx';

// Server entry, bundled into one file, since the server does not compile JSX.

export const styleSheet: string = css;

/** The served form: the content of `<main>`. */
export const renderForm = (view: FormView, visit: Visit): string => renderToString(<SignUpForm view={view} visit={visit} />);

/** The answer to a successful post without script; `again` is the URL of an empty form. */
export const renderDone = (view: FormView, confirmation: Confirmation, again: string, redirectTo: string | undefined): string =>
  renderToString(
    <>
      <PageHeader organisation={view.organisation} title={view.title} />
      <p className="note">{onlyWaits(confirmation) ? words.ON_WAITING_LIST : words.SUCCESS_TITLE}</p>
      <div className="status">
        <ConfirmationNote
          confirmation={confirmation}
          text={successText(view, onlyWaits(confirmation) ? words.BACK_TO_YOU : undefined)}
          waitingNote={view.waitingNote}
          again={again}
          onward={redirectTo}
        />
      </div>
    </>,
  );

interface Message {
  readonly title: string;
  readonly text: string;
  /** A link to try again, where that may help. */
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
