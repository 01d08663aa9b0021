import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { WHY_MAX_LENGTH } from '#contract/rules/sign-up.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import { AnswersContext, useControl } from '#signup/fields/answers.ts';
import { CheckField, CustomField } from '#signup/fields/custom-field.tsx';
import { EventChoice } from '#signup/fields/event-choice.tsx';
import { Field, FieldErrorText } from '#signup/fields/field.tsx';
import { emailField, Honeypot, nameFields } from '#signup/fields/person-fields.tsx';
import { PageHeader } from '#signup/pages/page-header.tsx';
import { IDEMPOTENCY_KEY_NAME } from '#signup/payload.ts';
import { ErrorNote } from '#signup/sign-up-form.tsx';
import { ActLink, SelfServicePage } from './self-service-page.tsx';
import type { Act, Asking, CorrectionView, EventsView, FeedbackView, LinkView, SelfServiceView, QuestionView, Typed } from './view.ts';

const SubmitButton = ({ act: { label, name, isUndo = false } }: { readonly act: Act }) => (
  <button type="submit" className={isUndo ? 'button plain' : 'button'} aria-label={name}>
    {label}
  </button>
);

/** A form with what was typed into it, its button and a link back. */
const AskForm = ({ values, errors, act, keep, children }: Typed & Asking & { readonly children: ReactNode }) => (
  <form className="form" method="post" action={act.href} noValidate>
    <AnswersContext value={{ values, errors, focusesFirstError: true }}>{children}</AnswersContext>
    <div className="choice">
      <SubmitButton act={act} />
      <ActLink act={keep} />
    </div>
  </form>
);

function CorrectionPage({ view }: { readonly view: CorrectionView }) {
  const { organisation, title, version, errors, email, emailNote, fields } = view;
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      <ErrorNote errors={errors} fields={fields} />
      <AskForm {...view}>
        <input type="hidden" name="_version" value={version} />
        <div className="stack">
          {nameFields}
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
      </AskForm>
    </>
  );
}

function EventsPage({ view }: { readonly view: EventsView }) {
  const { form, held, title, text, errors, now } = view;
  return (
    <>
      <PageHeader organisation={form.organisation} title={title} />
      <ErrorNote errors={errors} fields={form.fields} />
      <p className="note">{text}</p>
      <AskForm {...view}>
        {held.map((id) => (
          <input key={id} type="hidden" name="_held" value={id} />
        ))}
        <EventChoice view={form} chosen={undefined} now={now} />
      </AskForm>
    </>
  );
}

function LinkPage({ view }: { readonly view: LinkView }) {
  const { organisation, title, text, email, error, sent, act, keep } = view;
  const errors = error === undefined ? [] : [{ path: 'email', message: error }];
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      {sent === undefined ? (
        <>
          <p className="text">{text}</p>
          <AskForm values={{ email }} errors={errors} act={act} keep={keep}>
            {emailField}
          </AskForm>
        </>
      ) : (
        <>
          <p className="notice" role="status">
            {sent}
          </p>
          <p className="text">{pageWords.NO_LINK_YET}</p>
          <div className="choice">
            <ActLink act={keep} />
          </div>
        </>
      )}
    </>
  );
}

function QuestionPage({ view }: { readonly view: QuestionView }) {
  const { organisation, question, when, text, choices = [], asksWhy = false, act, keep, further } = view;
  return (
    <>
      <PageHeader organisation={organisation} title={question} />
      {when !== undefined && <p className="when">{when}</p>}
      {text !== undefined && <p className="text">{text}</p>}
      <form className="choice" method="post" action={act?.href}>
        {choices.map(({ id, label, lines }) => (
          <div key={id} className="check field">
            <label>
              <input type="checkbox" name="change" value={id} defaultChecked />
              <span>{label}</span>
            </label>
            {lines.map((line) => (
              <p key={line} className="hint" dir="auto">
                {line}
              </p>
            ))}
          </div>
        ))}
        {asksWhy && (
          <fieldset className="why">
            <legend>
              {pageWords.MAY_WE_ASK_WHY} <span className="optional">{formWords.OPTIONAL}</span>
            </legend>
            {Object.entries(pageWords.WHY).map(([why, label]) => (
              <label key={why}>
                <input type="radio" name="why" value={why} />
                {label}
              </label>
            ))}
            <input className="input" type="text" name="why_note" maxLength={WHY_MAX_LENGTH} aria-label={pageWords.WHICH_REASON} />
          </fieldset>
        )}
        {act && <SubmitButton act={act} />}
        {keep && <ActLink act={keep} />}
      </form>
      {further && (
        <p className="further">
          <a href={further.href}>{further.label}</a>
        </p>
      )}
    </>
  );
}

function FeedbackFields({ question }: { readonly question: string }) {
  const { text, attributes } = useControl('rating', 'rating');
  const comment = useControl('comment', 'comment');
  return (
    <div className="stack">
      <fieldset className="field why acts">
        <legend className="label">{question}</legend>
        {pageWords.RATINGS.map((label, index) => {
          const first = index === 0 && { id: 'rating', ...attributes };
          return (
            <label key={label}>
              <input type="radio" name="rating" value={index + 1} required defaultChecked={text === String(index + 1)} {...first} />
              {label}
            </label>
          );
        })}
        <FieldErrorText id="rating" name="rating" />
      </fieldset>
      <Field id="comment" name="comment" label={pageWords.COMMENT} required={false}>
        <textarea className="input" id="comment" name="comment" dir="auto" rows={4} defaultValue={comment.text} {...comment.attributes} />
      </Field>
      <Honeypot />
    </div>
  );
}

function FeedbackPage({ view: { organisation, title, event, values, errors, token, key } }: { readonly view: FeedbackView }) {
  const unsent = errors.find(({ path }) => path === FORM_TOKEN_NAME)?.message;
  return (
    <>
      <PageHeader organisation={organisation} title={title} />
      <p className="when" dir="auto">
        {event}
      </p>
      {unsent === undefined ? (
        <ErrorNote errors={errors} fields={[]} />
      ) : (
        <p className="note bad" role="alert">
          {unsent}
        </p>
      )}
      {/* Otherwise browsers fill in the last answer after Back, for the next person too. */}
      <form className="form" method="post" noValidate autoComplete="off">
        <input type="hidden" name={FORM_TOKEN_NAME} value={token} />
        <input type="hidden" name={IDEMPOTENCY_KEY_NAME} value={key} />
        <AnswersContext value={{ values, errors, focusesFirstError: true }}>
          <FeedbackFields question={/(?:[?？؟፧]|\p{Script=Greek}[;\u037e])[!)"”»]*$/u.test(title) ? title : pageWords.HOW_WAS_IT} />
        </AnswersContext>
        <button type="submit" className="button">
          {pageWords.SEND_FEEDBACK}
        </button>
      </form>
    </>
  );
}

/** What is announced first: a question, or what was done. No script can give it the focus, and the forms' header must not grow. */
const withFocus = (content: string, tag: RegExp): string => content.replace(tag, '$& tabindex="-1" autofocus');

/** The contents of `<main>` on the pages where people see and change their sign-up; they have no script. */
export const selfService = {
  page: (view: SelfServiceView): string => withFocus(renderToStaticMarkup(<SelfServicePage view={view} />), /<p(?= class="said)/),
  question: (view: QuestionView): string => withFocus(renderToStaticMarkup(<QuestionPage view={view} />), /<h1/),
  correction: (view: CorrectionView): string => renderToStaticMarkup(<CorrectionPage view={view} />),
  events: (view: EventsView): string => renderToStaticMarkup(<EventsPage view={view} />),
  link: (view: LinkView): string => renderToStaticMarkup(<LinkPage view={view} />),
  feedback: (view: FeedbackView): string =>
    withFocus(renderToStaticMarkup(<FeedbackPage view={view} />), /<p(?= class="note bad" role="alert">[^<])/),
} as const;
