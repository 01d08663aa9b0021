import { use } from 'react';
import { activeFields } from '#contract/rules/public-fields.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import { ERROR_PREFIX, EVENTS_HINT, EVENTS_LABEL } from '#contract/texts/sign-up.ts';
import { canBeChosen, chosenAtFirst, type FormView, type ShownEvent } from '../view.ts';
import { AnswersContext, useControl } from './answers.ts';
import { CustomField } from './custom-field.tsx';

const HINT_ID = 'events-hint';

interface EventFactsProps {
  readonly event: ShownEvent;
  readonly now: number;
}

/** When and where an event is, and in words whether it can be chosen: the rest of its label. */
function EventFacts({ event, now }: EventFactsProps) {
  const time = signUpTime(event, now);
  const state = time === 'open' ? undefined : event[time];
  return (
    <>
      {event.date === null ? <small>{event.when}</small> : <time dateTime={event.date}>{event.when}</time>}
      {event.where && <small dir="auto">{event.where}</small>}
      {state && <small className="left">{state}</small>}
      {time !== 'over' && event.until && <small>{event.until}</small>}
    </>
  );
}

interface EventCardProps extends EventFactsProps {
  readonly view: FormView;
  readonly isFirst: boolean;
  readonly isOpen: boolean;
}

function EventCard({ view, event, now, isFirst, isOpen }: EventCardProps) {
  const { error, attributes } = useControl('events', 'events');
  const { values } = use(AnswersContext);
  const isOff = !canBeChosen(event, now);
  const titleId = `event-${event.id}`;
  const fields = activeFields(view.fields, view.events, [event.id]).filter((field) => field.brunch_event);
  return (
    <div className={isOff ? 'event off' : 'event'}>
      <label>
        <input
          key={String(isOff)}
          type="checkbox"
          name="events"
          value={event.id}
          disabled={isOff}
          defaultChecked={chosenAtFirst(view, values, now).includes(event.id)}
          aria-invalid={error ? true : undefined}
          aria-describedby={isFirst && error ? HINT_ID : undefined}
          id={isFirst ? 'events' : undefined}
          {...(isFirst && { autoFocus: attributes.autoFocus })}
        />
        <b id={titleId} dir="auto">
          {event.event_title}
        </b>
        <EventFacts event={event} now={now} />
      </label>
      {isOpen && !isOff && fields.length > 0 ? (
        <div className="more" role="group" aria-labelledby={titleId}>
          {fields.map((field) => (
            <CustomField key={field.id} field={field} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

interface EventChoiceProps {
  readonly view: FormView;
  /** Ids of the chosen events; undefined before hydration, when all events show their fields. */
  readonly chosen: readonly string[] | undefined;
  readonly now: number;
}

/** The choice of one or more events, each with its own fields. */
export function EventChoice({ view, chosen, now }: EventChoiceProps) {
  const { error } = useControl('events', 'events');
  const first = view.events.find((event) => canBeChosen(event, now));
  return (
    <fieldset className={error ? 'field invalid' : 'field'} aria-describedby={HINT_ID}>
      <legend className="label">{EVENTS_LABEL}</legend>
      <p className={error ? 'hint error' : 'hint'} id={HINT_ID}>
        {error ? <span className="quiet">{ERROR_PREFIX}</span> : null}
        {/* Takes the focus of an error where no box can. */}
        <span {...(first === undefined && { id: 'events', tabIndex: -1 })}>{error ?? EVENTS_HINT}</span>
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
          />
        ))}
      </div>
    </fieldset>
  );
}
