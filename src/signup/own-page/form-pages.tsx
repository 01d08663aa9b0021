import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/own-page.ts';
import { AnswersContext } from '../fields/answers.ts';
import { CheckField } from '../fields/check-field.tsx';
import { CustomField } from '../fields/custom-field.tsx';
import { EventChoice } from '../fields/event-choice.tsx';
import { EmailField, NameFields } from '../fields/person-fields.tsx';
import { PageHeader } from '../pages/page-header.tsx';
import { ErrorNote } from '../sign-up-form.tsx';
import { ActLink } from './act-link.tsx';
import type { Act, CorrectionView, EventsView, LinkView } from './own-view.ts';

interface ButtonsProps {
  readonly label: string;
  readonly keep: Act;
}

const Buttons = ({ label, keep }: ButtonsProps) => (
  <div className="choice">
    <button type="submit" className="button">
      {label}
    </button>
    <ActLink act={keep} />
  </div>
);

/** The details and answers to correct. */
export function CorrectionPage({ view }: { readonly view: CorrectionView }) {
  const { organisation, title, version, values, errors, email, emailNote, fields, act, keep } = view;
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      <ErrorNote errors={errors} fields={fields} />
      <form className="form" method="post" action={act.href} noValidate>
        <input type="hidden" name="_version" value={version} />
        <AnswersContext value={{ values, errors, focusesFirstError: true }}>
          <div className="stack">
            <NameFields />
            <div className="field">
              <p className="label">{formWords.LABELS.email}</p>
              <p>{email}</p>
              <p className="hint">{emailNote}</p>
            </div>
            {fields.map((field) => (
              <CustomField key={field.id} field={field} />
            ))}
            <CheckField
              id="accepts_marketing"
              name="accepts_marketing"
              label={organisation.consentText || pageWords.CONSENT}
              required={false}
            />
          </div>
        </AnswersContext>
        <Buttons label={act.label} keep={keep} />
      </form>
    </>
  );
}

/** The choice of events, as the form has it. */
export function EventsPage({ view }: { readonly view: EventsView }) {
  const { form, held, title, text, values, errors, now, act, keep } = view;
  return (
    <>
      <PageHeader organisation={form.organisation} title={title} />
      <ErrorNote errors={errors} fields={form.fields} />
      <p className="note">{text}</p>
      <form className="form" method="post" action={act.href} noValidate>
        {held.map((id) => (
          <input key={id} type="hidden" name="_held" value={id} />
        ))}
        <AnswersContext value={{ values, errors, focusesFirstError: true }}>
          <EventChoice view={form} chosen={undefined} now={now} />
        </AnswersContext>
        <Buttons label={act.label} keep={keep} />
      </form>
    </>
  );
}

/** Asks for the address to which the link is sent. */
export function LinkPage({ view }: { readonly view: LinkView }) {
  const { organisation, title, email, error, sent, act, keep } = view;
  const errors = error === undefined ? [] : [{ path: 'email', message: error }];
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      {sent === undefined ? (
        <form className="form" method="post" action={act.href} noValidate>
          <AnswersContext value={{ values: { email }, errors, focusesFirstError: true }}>
            <EmailField />
          </AnswersContext>
          <Buttons label={act.label} keep={keep} />
        </form>
      ) : (
        <p className="notice" role="status">
          {sent}
        </p>
      )}
    </>
  );
}
