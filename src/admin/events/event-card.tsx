import { Badge, Box, Group, Skeleton, Stack } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { eventAnchor } from '#admin/paths.ts';
import { CardTotal } from '#admin/ui/cards/card-total.tsx';
import { daysAhead, dates, useNow } from '#admin/ui/format/dates.tsx';
import { IconCalendar } from '#admin/ui/layout/icons.tsx';
import type { Tool } from '#admin/ui/layout/tool-button.tsx';
import { IconCoffee } from '#admin/ui/layout/tool-icons.tsx';
import type { DuplicateCounts, ListedEvent } from '#contract/events/event.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { ofConfirmed } from '#contract/texts/attendance.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { FULL, over, placesLine } from '#contract/texts/places.ts';
import { COUNTS, DATE_PASSED } from '#contract/texts/staff.ts';
import { DATE_TO_BE_ANNOUNCED } from '#contract/texts/words/form.ts';
import { CANCELLED } from '#contract/texts/words/mails.ts';
import classes from './event-card.module.css';

interface EventCardProps {
  event: ListedEvent;
  /** Undefined while they load, and when the event has none. */
  duplicates: DuplicateCounts[number] | undefined;
  isNext: boolean;
  onDuplicates: () => void;
  lineTools: readonly Tool[];
  answers?: ReactNode;
  tools: ReactNode;
  children?: ReactNode;
  ref?: Ref<HTMLElement>;
}

export function EventCard({ answers, tools, children, ref, ...line }: EventCardProps) {
  const { event } = line;
  const now = useNow();
  const heading = `${eventAnchor(event.id)}-title`;
  return (
    <article
      ref={ref}
      id={eventAnchor(event.id)}
      className={classes.card}
      data-box="card"
      aria-labelledby={heading}
      tabIndex={-1}
      data-place
    >
      <div className={classes.body}>
        <DateTile date={event.date} />
        <div>
          <h2 id={heading} data-text="title" dir="auto">
            {event.event_title}
          </h2>
          <EventLine {...line} now={now} />
          {answers}
        </div>
        <div className={classes.totals}>
          <Attended event={event} now={now} />
          <CardTotal count={event.submissions_count} counts={COUNTS.places} />
        </div>
        <div className={classes.tools}>{tools}</div>
      </div>
      {children}
    </article>
  );
}

function Attended({ event: { attended_count: count, ...event }, now }: Pick<EventLineProps, 'event' | 'now'>) {
  const isOver = endOf(event, dates.timeZone) <= now.getTime();
  return count === undefined ? null : (
    <CardTotal isGood isLive={!isOver} count={count} label={ofConfirmed(count, event.submissions_count, isOver)} />
  );
}

const hasNobody = ({ submissions_count: confirmed, registration_counts: counts }: ListedEvent): boolean =>
  confirmed + (counts?.waiting ?? 0) + (counts?.offered ?? 0) + (counts?.cancelled ?? 0) === 0;

type EventLineProps = Omit<EventCardProps, 'answers' | 'tools' | 'children' | 'ref'> & { now: Date };

function EventLine({ event, duplicates, now, isNext, onDuplicates, lineTools }: EventLineProps) {
  const button = (name: string) => lineTools.filter((tool) => tool.name === name).map((tool) => <LineButton key={name} tool={tool} />);
  return (
    <div className={classes.line} data-row="wrap" data-text="small">
      <span>
        {event.date === null ? DATE_TO_BE_ANNOUNCED : <time dateTime={event.date}>{dates.span(event.date, event.end_date)}</time>}
      </span>
      {event.close_when_full ? <PlacesTaken event={event} /> : null}
      {event._unannounced === undefined ? null : (
        <span data-row="inline wrap">
          <Badge color="orange">Changed – attendees not notified</Badge>
          {button('announce')}
        </span>
      )}
      {event.cancelled_at === null ? null : <Badge color="red">{CANCELLED}</Badge>}
      {isNext && event.date !== null ? <Badge>{`Next event, ${daysAhead(event.date, now)}`}</Badge> : null}
      <DatePassed event={event} now={now}>
        {button('hide')}
      </DatePassed>
      {event.show_on_form ? null : (
        <span data-row="inline wrap">
          <Badge>Hidden</Badge>
          {button('show')}
        </span>
      )}
      {event.brunch_event ? (
        <Badge style={{ gap: 4 }} leftSection={<IconCoffee size={14} aria-hidden="true" />}>
          Brunch event
        </Badge>
      ) : null}
      {hasNobody(event) ? <span data-text="quiet">No sign-ups yet</span> : null}
      {/* Last, since it arrives later than the others and must not move them. */}
      <DuplicatesBadge duplicates={duplicates} onClick={onDuplicates} />
    </div>
  );
}

function DatePassed({ event, now, children }: Pick<EventLineProps, 'event' | 'now'> & { children: ReactNode }) {
  if (!event.show_on_form || endOf(event, dates.timeZone) > now.getTime()) return null;
  const { closes_at: closing } = event;
  const isOpen = closing !== null && new Date(closing) > now;
  return (
    <span data-row="inline wrap">
      <Badge color="orange">{isOpen ? `Date passed, sign-up open until ${dates.dayAndTime(closing)}` : DATE_PASSED}</Badge>
      {children}
    </span>
  );
}

const LineButton = ({ tool: { label, icon: Icon, isPending = false, opensDialog = false, onClick } }: { tool: Tool }) => (
  <button
    type="button"
    data-row="inline close"
    data-text="accent"
    aria-haspopup={opensDialog ? 'dialog' : undefined}
    disabled={isPending}
    onClick={onClick}
  >
    <Icon aria-hidden="true" /> {label}
  </button>
);

function PlacesTaken({ event }: { event: ListedEvent }) {
  const { submissions_count: confirmed, registration_counts: { offered, waiting } = { offered: 0, waiting: 0 } } = event;
  const maximum = event.maximum_participants ?? 0;
  const left = maximum - confirmed - offered;
  return (
    <span className={classes.places} data-row="inline wrap">
      <span data-text="quiet" data-phone="hidden" aria-hidden="true">
        ·
      </span>
      <span data-text="main" title={COUNTS.places}>
        {placesLine(confirmed, maximum, { offered, waiting })}
      </span>
      {left === 0 && event.cancelled_at === null ? <Badge>{FULL}</Badge> : null}
      {left < 0 ? <Badge color="orange">{over(-left)}</Badge> : null}
    </span>
  );
}

const duplicatesBeyond = (count: number): string => (count === 0 ? 'Find duplicates' : `${formatCount(count)}+ repeat an email address`);

function DuplicatesBadge({ duplicates, onClick }: { duplicates: EventCardProps['duplicates']; onClick: () => void }) {
  if (duplicates === undefined) return null;
  const { duplicates_count: count, is_minimum: isMinimum } = duplicates;
  return (
    <Badge color="orange" component="button" type="button" bd={0} style={{ cursor: 'pointer' }} data-hover="line" onClick={onClick}>
      {isMinimum === true ? duplicatesBeyond(count) : counted(count, 'repeats an email address', 'repeat an email address')}
    </Badge>
  );
}

const TITLE_SKELETON_WIDTHS = ['13.75rem', '17.5rem', '11.75rem', '15.25rem'];
const TOOL_SKELETON_WIDTHS = [80, 96, 128, 84, 84];

export const EventCardSkeleton = () =>
  TITLE_SKELETON_WIDTHS.map((width) => (
    <div key={width} className={classes.card} data-box="card" aria-hidden="true">
      <div className={classes.body}>
        <Skeleton data-phone="hidden" h={48} w={48} radius="md" />
        <div>
          <Skeleton h={16} my={4} w={width} maw="100%" />
          <Skeleton h={12} my={4} w={176} maw="80%" />
        </div>
        <Skeleton h={24} w={48} />
        <div className={classes.tools}>
          <Group gap="8px 24px" mih="2rem">
            {TOOL_SKELETON_WIDTHS.map((each, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts never move
              <Skeleton key={index} data-phone={index > 1 ? 'hidden' : undefined} h={12} w={each} />
            ))}
          </Group>
        </div>
      </div>
    </div>
  ));

/** Month and day as a calendar leaf: decoration, since the date is written next to it. */
function DateTile({ date }: { date: string | null }) {
  const tile = date === null ? undefined : dates.tile(date);
  return (
    <Stack gap={0} w="3rem" h="3rem" ta="center" style={{ overflow: 'hidden' }} data-box="strong" data-phone="hidden" aria-hidden="true">
      <Box component="span" h="1rem" fz="xs" lh="xs" bg="var(--t-sunken)" data-edge="bottom" data-text="second">
        {tile?.month ?? ''}
      </Box>
      <Group component="span" flex={1} justify="center" fz="lg" lh="lg" fw={600} data-figures>
        {tile?.day ?? <IconCalendar size={16} stroke={1.5} />}
      </Group>
    </Stack>
  );
}
