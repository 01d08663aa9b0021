import { renderToString } from 'react-dom/server';
import css from './form.css?inline';
import { DonePage } from './pages/done-page.tsx';
import { MessagePage, type MessagePageProps } from './pages/message-page.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import type { Confirmation, FormView, Organisation, Visit } from './view.ts';

// Server entry, bundled into one file, since the server does not compile JSX.

/** The style sheet as text. */
export const styleSheet: string = css;

/** The served form: the content of `<main>`. */
export const renderForm = (view: FormView, visit: Visit): string => renderToString(<SignUpForm view={view} visit={visit} />);

/** The answer to a successful post without script. */
export const renderDone = (view: FormView, confirmation: Confirmation, again: string, redirectTo: string | undefined): string =>
  renderToString(<DonePage view={view} confirmation={confirmation} again={again} redirectTo={redirectTo} />);

/** A page with a message in place of a form. */
export const renderMessage = (organisation: Organisation, message: Omit<MessagePageProps, 'organisation'>): string =>
  renderToString(<MessagePage organisation={organisation} {...message} />);
