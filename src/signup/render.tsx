import { renderToString } from 'react-dom/server';
import { DonePage } from './done-page.tsx';
import css from './form.css?inline';
import { LoadingForm } from './loading-form.tsx';
import { MessagePage } from './message-page.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import type { Confirmation, FormView, Organisation, Visit } from './view.ts';

// The server's way into the form: built into one file, since the server runs sources without JSX.

/** The one style sheet, as text. */
export const styleSheet: string = css;

/** The form as it is served: what stands inside `<main>`. */
export const renderForm = (view: FormView, visit: Visit): string => renderToString(<SignUpForm view={view} visit={visit} />);

/** The answer to a post without script that worked. */
export const renderDone = (view: FormView, confirmation: Confirmation, again: string, redirectTo: string | undefined): string =>
  renderToString(<DonePage view={view} confirmation={confirmation} again={again} redirectTo={redirectTo} />);

/** A page that only has something to say. */
export const renderMessage = (
  organisation: Organisation,
  message: {
    readonly title: string;
    readonly text: string;
    readonly retry?: { readonly href: string; readonly label: string } | undefined;
  },
): string => renderToString(<MessagePage organisation={organisation} {...message} />);

/** What stands where a form is awaited. */
export const renderLoading = (): string => renderToString(<LoadingForm />);
