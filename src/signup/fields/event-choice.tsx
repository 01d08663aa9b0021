import { use } from 'react';
import { SHOWN_DATES_NAME, shownDate, WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import * as words from '#contract/texts/words/form.ts';
import { canBeChosen, chosenAtFirst, type FormView, isWaitedFor, refusedEvents, type ShownEvent } from '../view.ts';
import { AnswersContext, useControl } from './answers.ts';
import { CustomField } from './custom-field.tsx';
import { FoldsContext } from './event-fold.tsx';

const HINT_ID = 'events-hint';

interface EventFactsProps {
  readonly event: ShownEvent;
  readonly now: number;
}

/** When and where an event takes place, and as text whether it can be chosen: the rest of its label. */
function EventFacts({ event, now }: EventFactsProps) {
  const time = signUpTime(event, now);
  const state = event[time];
  return (
    <>
      {event.date === null ? <small>{event.when}</small> : <time dateTime={event.date}>{event.when}</time>}
      {event.where && <small dir="auto">{event.where}</small>}
      {event.price && (
        <small className="price" dir="auto">
          {event.price}
        </small>
      )}
      {state && <small className="left">{state}</small>}
      {time !== 'over' && event.until && <small>{event.until}</small>}
    </>
  );
}

interface EventBoxProps extends EventFactsProps {
  readonly view: FormView;
  readonly isFirst: boolean;
  readonly isInvalid: boolean;
  readonly isChosen: boolean;
}

const listIdOf = ({ id }: ShownEvent): string => `list-${id}`;

function EventBox({ event, now, isFirst, isInvalid, isChosen }: EventBoxProps) {
  const { attributes } = useControl('events', 'events');
  const isOff = !canBeChosen(event, now);
  const describedBy = [isWaitedFor(event, now) && listIdOf(event), isFirst && isInvalid && HINT_ID].filter(Boolean);
  return (
    <input
      key={String(isOff)}
      type="checkbox"
      name={isWaitedFor(event, now) ? WAITING_LIST_NAME : 'events'}
      value={event.id}
      disabled={isOff}
      defaultChecked={isChosen}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy.join(' ') || undefined}
      id={isFirst ? 'events' : undefined}
      {...(isFirst && { autoFocus: attributes.autoFocus })}
    />
  );
}

function EventCard({ isOpen, ...box }: EventBoxProps & { readonly isOpen: boolean }) {
  const { view, event, now } = box;
  const hasList = isWaitedFor(event, now);
  const isOff = !canBeChosen(event, now);
  const fold = use(FoldsContext).get(event.id);
  const titleId = `event-${event.id}`;
  const fields = isOpen && !isOff ? activeFields(view.fields, view.events, [event.id]).filter((field) => field.brunch_event) : [];
  return (
    <div className={isOff ? 'event off' : 'event'}>
      <label>
        {!hasList && <EventBox {...box} />}
        <b id={titleId} dir="auto">
          {event.event_title}
        </b>
        <EventFacts event={event} now={now} />
        {hasList && (
          <>
            <EventBox {...box} />
            <span className="join">{words.JOIN_WAITING_LIST}</span>
          </>
        )}
      </label>
      {hasList && (
        <p className="hint" id={listIdOf(event)}>
          {event.list}
        </p>
      )}
      {/* Choosing the event and opening its fold are separate. */}
      {fold && <div {...fold} />}
      {fields.length > 0 && (
        <div className="more" role="group" aria-labelledby={titleId}>
          {fields.map((field) => (
            <CustomField key={field.id} field={field} />
          ))}
        </div>
      )}
      {/* Firefox fills in hidden inputs, too. */}
      <input type="hidden" name={SHOWN_DATES_NAME} value={shownDate(event)} autoComplete="off" />
    </div>
  );
}

interface EventChoiceProps {
  readonly view: FormView;
  /** Ids of the chosen events; undefined before hydration, when all events show their fields. */
  readonly chosen: readonly string[] | undefined;
  readonly now: number;
}

export function EventChoice({ view, chosen, now }: EventChoiceProps) {
  const { error } = useControl('events', 'events');
  const { values } = use(AnswersContext);
  const refused = error ? refusedEvents(view, values) : [];
  const atFirst = chosenAtFirst(view, values, now);
  const first = [...refused, ...view.events].find((event) => canBeChosen(event, now));
  return (
    <fieldset className="field" aria-describedby={HINT_ID}>
      <legend className="label">{words.EVENTS_LABEL}</legend>
      <p className={error ? 'hint error' : 'hint'} id={HINT_ID}>
        {error && <span className="quiet">{words.ERROR_PREFIX}</span>}
        {/* Takes the focus for an error if no box can. */}
        <span {...(first === undefined && { id: 'events', tabIndex: -1 })}>{error ?? words.EVENTS_HINT}</span>
      </p>
      <div className="events">
        {view.events.map((event) => (
          <EventCard
            key={event.id}
            view={view}
            event={event}
            now={now}
            isFirst={event === first}
            isOpen={chosen === undefined || chosen.includes(event.id)}
            isInvalid={error !== undefined && (refused.length === 0 || refused.includes(event))}
            isChosen={atFirst.includes(event.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
