import type { Ref } from 'react';
import * as words from '#contract/texts/words/form.ts';
import { LinkedText, NewTabLink } from './fields/linked-text.tsx';
import type { FormState } from './form-state.ts';
import { type Confirmation, type FormView, type LinkList, onlyWaits, type ShownEvent } from './view.ts';

/** Adds the hint to check the inbox, for a form with downloadable content. */
const withInbox = (view: FormView, text: string): string => (view.hasDownloadableContent ? `${text} ${words.CHECK_YOUR_INBOX}` : text);

/** The text of the success dialog and of the page after a post without script; the note under the form is shorter. */
export const successText = (view: FormView, ours = words.SUCCESS_TEXT): string => withInbox(view, view.successText ?? ours);

const LinkLine = ({ intro, links }: LinkList) => (
  <div>
    {intro}
    {links.map((link) => [' · ', <NewTabLink key={link.href} {...link} />])}
  </div>
);

const EventLine = ({ event, position }: { event: ShownEvent; position?: number | null }) => (
  <li>
    <strong dir="auto">{event.event_title}</strong>
    {position && `, position ${position}`}
    <br />
    {event.date === null ? event.when : <time dateTime={event.date}>{event.when}</time>}
    {event.where && <div dir="auto">{event.where}</div>}
    {position === undefined && event.links && <LinkLine {...event.links} />}
  </li>
);

interface ConfirmationNoteProps {
  readonly confirmation: Confirmation;
  readonly text: string;
  readonly waitingNote: string | undefined;
  readonly again: string;
  /** URL that the visitor has to open themselves. */
  readonly onward: string | undefined;
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** The lasting confirmation: who signed up for what. */
export function ConfirmationNote({ confirmation, text, waitingNote, again, onward, ref }: ConfirmationNoteProps) {
  return (
    <section className={onlyWaits(confirmation) ? 'done waits' : 'done'} tabIndex={-1} aria-labelledby="done" ref={ref}>
      <h2 id="done" dir="auto">
        {words.thankYou(confirmation.firstName)}
      </h2>
      {confirmation.events.length > 0 && (
        <>
          <p>{words.SIGNED_UP_FOR}</p>
          <ul>
            {confirmation.events.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ul>
        </>
      )}
      {confirmation.waiting.length > 0 && (
        <>
          <p>{words.ON_WAITING_LIST} for:</p>
          <ul>
            {confirmation.waiting.map((line) => (
              <EventLine key={line.event.id} {...line} />
            ))}
          </ul>
          <p>{waitingNote}</p>
        </>
      )}
      <p>
        <LinkedText text={text} />
      </p>
      <p className="again">
        <a href={again}>{words.SIGN_UP_ANOTHER}</a>
      </p>
      {onward === undefined ? null : (
        <p className="again">
          <a href={onward} target="_top">
            {words.continueTo(new URL(onward).host)}
          </a>
        </p>
      )}
    </section>
  );
}

interface StatusSlotProps {
  readonly state: FormState;
  readonly redirectTo: string | undefined;
  readonly confirmationRef: Ref<HTMLElement>;
}

/** The area under the button, with room for its messages. */
export function StatusSlot({ state, redirectTo, confirmationRef }: StatusSlotProps) {
  const { view, status, confirmation, hasFailed, isStaying } = state;
  return (
    <div className="status">
      {status === 'error' ? (
        <p className="banner" role="alert">
          {words.SIGN_UP_FAILED[view.kind]}
        </p>
      ) : null}
      {hasFailed && status === 'idle' ? <p className="bad">{words.LAST_ATTEMPT_FAILED}</p> : null}
      {confirmation === undefined ? null : (
        <ConfirmationNote
          ref={confirmationRef}
          confirmation={confirmation}
          text={successText(view, words.BACK_TO_YOU)}
          waitingNote={view.waitingNote}
          again="#first_name"
          onward={isStaying ? redirectTo : undefined}
        />
      )}
    </div>
  );
}
