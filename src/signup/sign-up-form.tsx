import { activeFields } from '#contract/rules/active-fields.ts';
import {
  checkAnswers,
  DOWNLOAD,
  REQUIRED_NOTE,
  SENDING,
  SIGN_UP_FAILED,
  SIGN_UPS_CLOSED,
  SUBMIT,
  YOUR_DETAILS,
} from '#contract/texts/sign-up.ts';
import { AnswersContext } from './answers.ts';
import { controlId } from './control-id.ts';
import { CustomField } from './custom-field.tsx';
import { EventChoice } from './event-choice.tsx';
import { FORM_ID } from './page-data.ts';
import { PageHeader } from './page-header.tsx';
import { PersonFields } from './person-fields.tsx';
import { SmallPrint } from './small-print.tsx';
import type { FormState } from './state.ts';
import { StatusSlot, successText } from './status-slot.tsx';
import { SuccessDialog } from './success-dialog.tsx';
import { useSignUp } from './use-sign-up.ts';
import { type FormView, isClosed, type Visit } from './view.ts';

interface NoteProps {
  readonly view: FormView;
  readonly state: FormState;
}

/** The line under the title: what is required, how many answers are wrong, or that nothing can be sent. */
export function Note({ view, state }: NoteProps) {
  const [first] = state.errors;
  if (isClosed(view)) {
    return (
      <p className="notice" role="status">
        {SIGN_UPS_CLOSED}
      </p>
    );
  }
  if (first !== undefined) {
    // A key of its own: an element that only becomes an alert is not read out everywhere.
    return (
      <p key="wrong" className="note bad" role="alert">
        <a href={`#${controlId(view.fields, first.path)}`}>{checkAnswers(state.errors.length)}</a>
      </p>
    );
  }
  // Without script the page comes back from its top, where the slot under the button is out of sight.
  if (state.hasFailed && !state.isLive) {
    return (
      <p className="note bad" role="alert">
        {SIGN_UP_FAILED[view.kind]}
      </p>
    );
  }
  return <p className="note">{REQUIRED_NOTE}</p>;
}

/** Everything the form asks, in the order of the specification (section 2). */
export function Questions({ view, state }: NoteProps) {
  const isDisabled = isClosed(view) || state.status === 'sending';
  const hasEvents = view.kind === 'series' && !isClosed(view);
  return (
    <AnswersContext value={{ values: state.values, errors: state.errors, focusesFirstError: !state.isLive }}>
      <fieldset className="stack" disabled={isDisabled} key={state.round}>
        <legend className="quiet">{YOUR_DETAILS}</legend>
        <PersonFields />
        {hasEvents ? <EventChoice view={view} chosen={state.isLive ? state.chosen : undefined} /> : null}
        {activeFields(view.fields, view.events, []).map((field) => (
          <CustomField key={field.id} field={field} />
        ))}
        <SmallPrint view={view} />
      </fieldset>
    </AnswersContext>
  );
}

/** The words of the button (spec section 2). */
export const sendLabel = (view: FormView): string => (view.hasDownloadableContent ? DOWNLOAD : SUBMIT);

interface SignUpFormProps {
  readonly view: FormView;
  readonly visit: Visit;
  /** Called once the script works the form. */
  readonly onLive?: (form: HTMLFormElement) => void;
}

const nothing = (): void => undefined;

/** A public sign-up form, of a series or of a marketing form: rendered on the server, then worked by script (decision 28). */
export function SignUpForm({ view, visit, onLive = nothing }: SignUpFormProps) {
  const { state, formRef, buttonRef, confirmationRef, handleSubmit, handleChange, handleClosed } = useSignUp(view, visit, onLive);
  const isSending = state.status === 'sending';
  const isOff = isClosed(view) || state.status === 'success' || (state.isLive && !state.isTouched);
  return (
    <>
      <PageHeader organisation={view.organisation} title={view.title} />
      <Note view={view} state={state} />
      <form
        className="form"
        id={FORM_ID}
        method="post"
        noValidate
        aria-labelledby="title"
        ref={formRef}
        onSubmit={handleSubmit}
        onChange={handleChange}
      >
        <Questions view={view} state={state} />
        <button type="submit" className="button" disabled={isOff} aria-disabled={isSending ? true : undefined} ref={buttonRef}>
          {isSending ? <span className="spinner" aria-hidden="true" /> : null}
          <span>{isSending ? SENDING : sendLabel(view)}</span>
        </button>
        <StatusSlot view={view} state={state} redirectTo={visit.redirectTo} confirmationRef={confirmationRef} />
      </form>
      <p className="quiet" role="status">
        {isSending ? SENDING : state.announcement}
      </p>
      {state.status === 'success' ? <SuccessDialog text={successText(view)} onClosed={handleClosed} /> : null}
    </>
  );
}
