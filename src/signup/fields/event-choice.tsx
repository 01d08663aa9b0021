import { activeFields } from '#contract/rules/public-fields.ts';
import { ERROR_PREFIX, EVENTS_HINT, EVENTS_LABEL } from '#contract/texts/sign-up.ts';
import { preselectedEvents, type FormView, type ShownEvent } from '../view.ts';
import { useControl } from './answers.ts';
import { CustomField } from './custom-field.tsx';

const HINT_ID = 'events-hint';

interface EventCardProps {
  readonly view: FormView;
  readonly event: ShownEvent;
  readonly isFirst: boolean;
  readonly isOpen: boolean;
}

function EventCard({ view, event, isFirst, isOpen }: EventCardProps) {
  const { value, error, attributes } = useControl('events', 'events');
  const chosen = Array.isArray(value) ? value : preselectedEvents(view);
  const titleId = `event-${event.id}`;
  const fields = activeFields(view.fields, view.events, [event.id]).filter((field) => field.brunch_event);
  return (
    <div className="event">
      <label>
        <input
          type="checkbox"
          name="events"
          value={event.id}
          defaultChecked={chosen.includes(event.id)}
          aria-invalid={error ? true : undefined}
          aria-describedby={isFirst && error ? HINT_ID : undefined}
          id={isFirst ? 'events' : undefined}
          {...(isFirst && { autoFocus: attributes.autoFocus })}
        />
        <b id={titleId} dir="auto">
          {event.event_title}
        </b>
        {event.date === null ? <small>{event.when}</small> : <time dateTime={event.date}>{event.when}</time>}
      </label>
      {isOpen && fields.length > 0 ? (
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
}

/** The choice of one or more events, each with its own fields. */
export function EventChoice({ view, chosen }: EventChoiceProps) {
  const { error } = useControl('events', 'events');
  return (
    <fieldset className={error ? 'field invalid' : 'field'} aria-describedby={HINT_ID}>
      <legend className="label">{EVENTS_LABEL}</legend>
      <p className={error ? 'hint error' : 'hint'} id={HINT_ID}>
        {error ? <span className="quiet">{ERROR_PREFIX}</span> : null}
        <span>{error ?? EVENTS_HINT}</span>
      </p>
      <div className="events">
        {view.events.map((event, index) => (
          <EventCard
            key={event.id}
            view={view}
            event={event}
            isFirst={index === 0}
            isOpen={chosen === undefined || chosen.includes(event.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
