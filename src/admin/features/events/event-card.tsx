import { Badge, Skeleton } from '@mantine/core';
import { IconCoffee, IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { eventAnchor } from '#admin/paths.ts';
import { CardTotal } from '#admin/ui/card-total.tsx';
import { counted } from '#admin/ui/counts.ts';
import { useDates } from '#admin/ui/dates-context.tsx';
import type { ListedEvent } from '#contract/event.ts';
import { DATE_TO_BE_ANNOUNCED } from '#contract/rules/event-line.ts';
import { DATE_PASSED } from '#contract/texts/staff.ts';
import { DateTile } from './date-tile.tsx';
import classes from './event-card.module.css';

interface EventCardProps {
  event: ListedEvent;
  /** Now, as what decides whether the event's date has passed. */
  now: Date;
  isShowPending: boolean;
  onShow: (isShown: boolean) => void;
  /** `EventTools`. */
  tools: ReactNode;
  /** What is open below the tools. */
  children?: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** One event of a series: when it is, how many signed up, and what can be done with it (spec section 2). */
export function EventCard({ event, now, isShowPending, onShow, tools, children, ref }: EventCardProps) {
  const heading = `${eventAnchor(event.id)}-title`;
  return (
    <article ref={ref} id={eventAnchor(event.id)} className={classes.card} aria-labelledby={heading} tabIndex={-1}>
      <div className={classes.body}>
        <DateTile date={event.date} />
        <div className={classes.about}>
          <h2 id={heading} className={classes.title} dir="auto">
            {event.event_title}
          </h2>
          <EventLine event={event} now={now} isShowPending={isShowPending} onShow={onShow} />
        </div>
        <CardTotal count={event.submissions_count} label="Total Signups" />
        <div className={classes.tools}>{tools}</div>
      </div>
      {children}
    </article>
  );
}

/** Date, zone and what is worth knowing. */
function EventLine({ event, now, isShowPending, onShow }: Pick<EventCardProps, 'event' | 'now' | 'isShowPending' | 'onShow'>) {
  const dates = useDates();
  const hasPassed = event.show_on_form && event.date !== null && new Date(event.date) < now;
  return (
    <div className={classes.line}>
      <span>{event.date === null ? DATE_TO_BE_ANNOUNCED : <time dateTime={event.date}>{dates.dayAndTime(event.date)}</time>}</span>
      {hasPassed ? (
        <>
          <Badge color="orange">{DATE_PASSED}</Badge>
          <button type="button" className={classes.show} disabled={isShowPending} onClick={() => onShow(false)}>
            <IconEyeOff size={16} stroke={1.75} aria-hidden="true" /> Hide
          </button>
        </>
      ) : null}
      {event.show_on_form ? null : (
        <>
          <Badge>Not on the form</Badge>
          <button type="button" className={classes.show} disabled={isShowPending} onClick={() => onShow(true)}>
            <IconEye size={16} stroke={1.75} aria-hidden="true" /> Show on form
          </button>
        </>
      )}
      {event.duplicates_count > 0 ? <Badge color="orange">{counted(event.duplicates_count, 'duplicate')}</Badge> : null}
      {event.brunch_event ? (
        <Badge className={classes.brunch} leftSection={<IconCoffee size={14} stroke={1.75} aria-hidden="true" />}>
          Brunch event
        </Badge>
      ) : null}
      {event.submissions_count === 0 ? <span className={classes.quiet}>No sign-ups yet</span> : null}
    </div>
  );
}

const BONE_WIDTHS = ['13.75rem', '17.5rem', '11.75rem', '15.25rem'];
const TOOL_BONE_WIDTHS = [80, 96, 128, 84, 84];

/** Stands for the cards that load. */
export function EventCardBones() {
  return BONE_WIDTHS.map((width) => (
    <div key={width} className={classes.card} aria-hidden="true">
      <div className={classes.body}>
        <Skeleton className={classes.boneTile} h={48} w={48} radius="md" />
        <div className={classes.about}>
          <Skeleton h={16} my={4} w={width} maw="100%" />
          <Skeleton h={12} my={4} w={176} maw="80%" />
        </div>
        <Skeleton h={24} w={48} />
        <div className={classes.tools}>
          <div className={classes.boneTools}>
            {TOOL_BONE_WIDTHS.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bones never move
              <Skeleton key={index} h={12} w={each} />
            ))}
          </div>
        </div>
      </div>
    </div>
  ));
}
