import type { ReactNode, Ref } from 'react';
import * as words from '#contract/texts/words/form.ts';
import { LinkedText, NewTabLink } from './fields/linked-text.tsx';
import type { FormState } from './form-state.ts';
import { type Confirmation, type DayTile, type EventLine, onlyWaits } from './view.ts';

/** A calendar leaf; hidden from screen readers, since the date next to it is text. */
export const Tile = ({ month, day }: DayTile) => (
  <span className="tile" aria-hidden="true" data-month={month}>
    {day}
  </span>
);

const TICK = 'm4 12.5 5.5 5.5L20 7';
const CLOCK = 'M12 3a9 9 0 1 0 .1 0v9l5 3';

export const Tick = ({ isWaiting }: { readonly isWaiting: boolean }) => (
  <svg
    className={isWaiting ? 'tick wait' : 'tick'}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    aria-hidden="true"
  >
    <path d={isWaiting ? CLOCK : TICK} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

const EventItem = ({ event, position }: EventLine) => (
  <li>
    {event.tile && <Tile {...event.tile} />}
    <div>
      <strong dir="auto">{event.event_title}</strong>
      {position ? <span>{`, position ${position}`}</span> : null}
      <br />
      {event.date === null ? <span>{event.when}</span> : <time dateTime={event.date}>{event.when}</time>}
      {event.where && (
        <div dir="auto">
          {event.where} {event.map && <NewTabLink {...event.map} />}
        </div>
      )}
      {position === undefined && event.links && (
        <div>
          {event.links.intro}
          {event.links.links.map((link) => [' · ', <NewTabLink key={link.href} {...link} />])}
        </div>
      )}
    </div>
  </li>
);

const EventLines = ({ title, lines }: { readonly title: string; readonly lines: readonly EventLine[] }) =>
  lines.length > 0 && (
    <>
      <p>{title}</p>
      <ul>
        {lines.map((line) => (
          <EventItem key={line.event.id} {...line} />
        ))}
      </ul>
    </>
  );

interface ConfirmationNoteProps {
  readonly confirmation: Confirmation;
  readonly waitingNote: string | undefined;
  readonly again: string;
  /** URL that the visitor has to open themselves. */
  readonly onward: string | false | undefined;
  /** Whether it replaces the form, as it does on forms with a public face. */
  readonly isAlone?: boolean | undefined;
  readonly onAgain?: () => void;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLElement> | undefined;
}

export const ConfirmationNote = ({ confirmation, waitingNote, again, onward, isAlone, onAgain, children, ref }: ConfirmationNoteProps) => (
  <section className={onlyWaits(confirmation) ? 'done waits' : 'done'} tabIndex={-1} aria-labelledby="done" ref={ref}>
    {isAlone && <Tick isWaiting={onlyWaits(confirmation)} />}
    <h2 id="done" dir="auto">
      {words.thankYou(confirmation.firstName)}
    </h2>
    <EventLines title={words.SIGNED_UP_FOR} lines={confirmation.events} />
    <EventLines title={words.WAITING_FOR} lines={confirmation.waiting} />
    {confirmation.waiting.length > 0 && <p>{waitingNote}</p>}
    {children}
    {confirmation.next.length > 0 && (
      <>
        <p>
          <strong>{words.WHAT_HAPPENS_NEXT}</strong>
        </p>
        <ul className="next">
          {confirmation.next.map(({ about, text: line }) => (
            <li key={about}>
              <p>
                <LinkedText text={line} />
              </p>
            </li>
          ))}
        </ul>
      </>
    )}
    <p className="again">
      <a href={again} onClick={onAgain}>
        {words.SIGN_UP_ANOTHER}
      </a>
    </p>
    {onward && (
      <p className="again">
        <a href={onward} target="_top">
          {words.continueTo(new URL(onward).host)}
        </a>
      </p>
    )}
  </section>
);

/** The area under the button, with room for its messages. */
export function StatusSlot({ state, children }: { readonly state: FormState; readonly children: ReactNode }) {
  const { view, status, hasFailed, failedWith = 0 } = state;
  const advice = words.NO_OTHER_ATTEMPT[failedWith];
  return (
    <div className="status">
      {status === 'error' && (
        <p className="failed" role="alert">
          {words.SIGN_UP_FAILED[view.kind]}
          {advice && (
            <span>
              <br />
              {advice}
            </span>
          )}
        </p>
      )}
      {hasFailed && status === 'idle' && <p className="bad">{advice ?? words.LAST_ATTEMPT_FAILED}</p>}
      {children}
    </div>
  );
}
