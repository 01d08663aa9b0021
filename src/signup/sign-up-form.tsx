import { type Ref, useEffect, useRef } from 'react';
import { VIA_NAME } from '#contract/rules/payload-keys.ts';
import { activeFields, disclaimers } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/form.ts';
import { AnswersContext, controlId } from './fields/answers.ts';
import { CheckField, CustomField } from './fields/custom-field.tsx';
import { EventChoice } from './fields/event-choice.tsx';
import { LinkedText, NewTabLink } from './fields/linked-text.tsx';
import { emailField, Honeypot, nameFields } from './fields/person-fields.tsx';
import type { FormState } from './form-state.ts';
import { unexpectedHost } from './move-parent.ts';
import { FORM_ID } from './page-data.ts';
import { FORM_HEADING_ID } from './pages/about.tsx';
import { ConfirmationNote, StatusSlot, Tick } from './status-slot.tsx';
import { bringIntoView, useSignUp } from './use-sign-up.ts';
import { type Confirmation, type EventLine, type FormView, isClosed, onlyWaits, type ShownEvent, type Visit } from './view.ts';

const SUCCESS_DIALOG_MS = 3_000;

interface StateProps {
  readonly state: FormState;
}

interface SuccessDialogProps {
  readonly view: FormView;
  readonly confirmation: Confirmation;
  readonly visit: Visit;
  readonly onStay: () => void;
  readonly onClosed: () => void;
}

const titled = (intro: string, lines: readonly EventLine[]): string =>
  lines[0] ? `${intro} ${lines.map(({ event }) => event.event_title).join(', ')}\n` : '';

/** Who has a place where, who waits, and which mail follows. */
function inShort({ events, waiting, next }: Confirmation): string {
  const mail = next.find(({ about }) => about === 'email');
  return titled(words.SIGNED_UP_FOR, events) + titled(words.WAITING_FOR, waiting) + (mail?.text.split('\n')[0] ?? '');
}

/** A short version of the thanks, for three seconds or until it is closed. In a popup, only this one has a close button. */
function SuccessDialog({ view, confirmation, visit, onStay, onClosed }: SuccessDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isWaiting = onlyWaits(confirmation);
  const said = inShort(confirmation);
  const leadsTo = unexpectedHost(visit);
  const close = (): void => {
    if (leadsTo) onStay();
    dialog.current?.close();
  };
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    if (shown) bringIntoView(shown);
    const timer = setTimeout(() => shown?.close(), SUCCESS_DIALOG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="success" aria-describedby="success-text" onClose={onClosed}>
      <Tick isWaiting={isWaiting} />
      <h2 id="success">{isWaiting ? words.ON_WAITING_LIST : words.SUCCESS_TITLE}</h2>
      <p id="success-text">
        <LinkedText text={(isWaiting ? view.waitingNote : undefined) ?? words.withInbox(view, view.successText ?? words.SUCCESS_TEXT)} />
        {said && (
          <span className="hint">
            <br />
            {said}
          </span>
        )}
        {leadsTo && (
          <span>
            <br />
            {words.leadsToHost(leadsTo)}
          </span>
        )}
      </p>
      {leadsTo === undefined && location.href.includes(`${VIA_NAME}=popup`) ? null : (
        <button type="button" className="button plain" autoFocus onClick={close}>
          {leadsTo ? words.STAY_HERE : words.CLOSE}
        </button>
      )}
    </dialog>
  );
}

function SmallPrint({ view }: { readonly view: FormView }) {
  const { consentText, privacyUrl } = view.organisation;
  return (
    <>
      {disclaimers(view.fields).map((field) => (
        <p key={field.id} className="disclaimer" dir="auto">
          <LinkedText text={field.label} />
        </p>
      ))}
      <CheckField id="accepts_marketing" name="accepts_marketing" label={consentText} required={false}>
        {privacyUrl && (
          <p className="privacy">
            <NewTabLink href={privacyUrl}>{words.PRIVACY_NOTICE}</NewTabLink>
          </p>
        )}
      </CheckField>
      <Honeypot />
    </>
  );
}

/** Why nothing can be sent: from the event that opens first, or from the form. */
export function closedNotice({ closedText = '', events }: FormView, now: number): string {
  const openingOf = ({ opens_at: opening = '' }: ShownEvent): number => Date.parse(opening);
  const [next] = events.filter((event) => openingOf(event) > now).toSorted((a, b) => openingOf(a) - openingOf(b));
  return next?.opensOn ?? closedText;
}

export function ErrorNote({ errors, fields }: Pick<FormState, 'errors'> & Pick<FormView, 'fields'>) {
  const [first] = errors;
  if (first === undefined) return null;
  return (
    <p className="note bad" role="alert">
      <a href={`#${controlId(fields, first.path)}`}>{words.checkAnswers(errors.length)}</a>
    </p>
  );
}

/** The line under the title: which fields are required, how many answers are invalid, or that nothing can be sent. */
export function Note({ state }: StateProps) {
  const { view } = state;
  if (isClosed(view, state.now)) {
    return (
      <p className="notice" role="status">
        <LinkedText text={closedNotice(view, state.now)} />
      </p>
    );
  }
  // Its own key: some screen readers do not announce an element that becomes an alert.
  if (state.errors.length > 0) return <ErrorNote key="wrong" errors={state.errors} fields={view.fields} />;
  // Without script the page reloads at its top, where the message under the button is out of view.
  if (state.hasFailed && !state.isHydrated) {
    return (
      <p className="note bad" role="alert">
        {words.SIGN_UP_FAILED[view.kind]}
        {state.advice && (
          <span>
            <br />
            {state.advice}
          </span>
        )}
      </p>
    );
  }
  return <p className="note">{words.REQUIRED_NOTE}</p>;
}

export function Questions({ state }: StateProps) {
  const { view } = state;
  const isDisabled = isClosed(view, state.now) || state.status === 'sending';
  const isNamed = view.heading === words.YOUR_DETAILS;
  return (
    <AnswersContext value={{ values: state.values, errors: state.errors, focusesFirstError: !state.isHydrated }}>
      <fieldset className="stack" disabled={isDisabled} key={state.round} aria-labelledby={isNamed ? FORM_HEADING_ID : undefined}>
        {!isNamed && <legend className="quiet">{words.YOUR_DETAILS}</legend>}
        {nameFields}
        {emailField}
        {view.events.length === 0 ? null : <EventChoice view={view} chosen={state.isHydrated ? state.chosen : undefined} now={state.now} />}
        {activeFields(view.fields, view.events, []).map((field) => (
          <CustomField key={field.id} field={field} />
        ))}
        <SmallPrint view={view} />
      </fieldset>
    </AnswersContext>
  );
}

export const sendLabel = (view: FormView): string => (view.hasDownloadableContent ? words.DOWNLOAD : words.SUBMIT);

function SendButton({ state, ref }: StateProps & { readonly ref: Ref<HTMLButtonElement> }) {
  const { view, status, now, isHydrated, isTouched } = state;
  const isSending = status === 'sending';
  const isDisabled = isClosed(view, now) || status === 'success' || (isHydrated && !isTouched);
  return (
    <button type="submit" className="button" disabled={isDisabled} aria-disabled={isSending || undefined} ref={ref}>
      {isSending && <span className="spinner" aria-hidden="true" />}
      <span>{isSending ? words.SENDING : sendLabel(view)}</span>
    </button>
  );
}

/** A public sign-up form of a series or a marketing form, rendered on the server and hydrated. */
export function SignUpForm({ view, visit, onHydrated }: { view: FormView; visit: Visit; onHydrated?: (form: HTMLFormElement) => void }) {
  const { state, form, dialog, buttonRef, thanks } = useSignUp(view, visit, onHydrated);
  const { confirmation } = state;
  const note = confirmation && (
    <ConfirmationNote
      {...thanks}
      confirmation={confirmation}
      waitingNote={state.view.waitingNote}
      again="#first_name"
      onward={state.isStaying && visit.redirectTo}
      isAlone={view.hasFace}
    />
  );
  const isAlone = view.hasFace && note;
  const { heading } = view;
  const status = <StatusSlot state={state}>{note}</StatusSlot>;
  return (
    <>
      {heading && !isAlone && <h2 id={FORM_HEADING_ID}>{heading}</h2>}
      {isAlone ? (
        status
      ) : (
        <>
          <Note state={state} />
          <form className="form" id={FORM_ID} method="post" noValidate aria-labelledby={heading ? FORM_HEADING_ID : 'title'} {...form}>
            <Questions state={state} />
            <SendButton state={state} ref={buttonRef} />
            {status}
          </form>
        </>
      )}
      <p className="quiet" role="status">
        {state.announcement}
      </p>
      {confirmation && state.status === 'success' && <SuccessDialog {...state} confirmation={confirmation} visit={visit} {...dialog} />}
    </>
  );
}
