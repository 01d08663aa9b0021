import { Badge, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { Dates } from '#admin/ui/format/dates.ts';
import { IconChevronDown, IconChevronRight } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { useAddressParam } from '../frame/use-address-param.ts';
import classes from './past-events.module.css';

/** `Thu 15 Jan to Thu 12 Nov 2026` */
function rangeOf(events: readonly ListedEvent[], dates: Dates): string {
  const [first, last] = [events[0]?.date ?? '', events.at(-1)?.date ?? ''];
  if (dates.key(first) === dates.key(last)) return dates.day(last);
  const isOneYear = dates.key(first).slice(0, 4) === dates.key(last).slice(0, 4);
  return `${isOneYear ? dates.dayOfYear(first) : dates.day(first)} to ${dates.day(last)}`;
}

interface PastEventsProps {
  events: readonly ListedEvent[];
  areOnForm: boolean;
  isOpenAtFirst: boolean;
  /** Their cards. */
  children: ReactNode;
}

/** The events that have passed, folded into a line; whether it is open is kept in the address. */
export function PastEvents({ events, areOnForm, isOpenAtFirst, children }: PastEventsProps) {
  const dates = useDates();
  const contentId = useId();
  const [past, setPast] = useAddressParam('past');
  const isOpen = past === undefined ? isOpenAtFirst : past === 'open';
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  const signUps = events.reduce((sum, event) => sum + event.submissions_count, 0);
  return (
    <section aria-label="Past events">
      <UnstyledButton
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setPast(isOpen ? 'folded' : 'open')}
      >
        <Sign className={classes.sign} aria-hidden="true" />
        <strong className={classes.title}>{counted(events.length, 'past event')}</strong>{' '}
        <span>
          {rangeOf(events, dates)}, {counted(signUps, 'sign-up')}
        </span>{' '}
        {areOnForm ? <Badge color="orange">{formatCount(events.length)} still on the form</Badge> : null}
      </UnstyledButton>
      <div id={contentId} className={classes.cards} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </section>
  );
}
