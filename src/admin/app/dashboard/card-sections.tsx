import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactElement } from 'react';
import { SeriesCard, SeriesCardSkeleton } from '#admin/features/event-series/series-card.tsx';
import { paths } from '#admin/paths.ts';
import { AddCard, CardGrid } from '#admin/ui/cards/card.tsx';
import { CountCard, CountCardSkeleton } from '#admin/ui/cards/count-card.tsx';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconCalendarEvent, IconForms, IconMessage2 } from '#admin/ui/layout/icons.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import type { SeriesCard as SeriesCardData } from '#contract/event-series.ts';
import type { FeedbackCard } from '#contract/feedback.ts';
import type { FormCard } from '#contract/marketing-form.ts';
import { LoadFailure, readState } from '../loaded.tsx';

interface SectionProps<Card> {
  read: UseQueryResult<readonly Card[]>;
  onAdd: () => void;
}

interface CardSectionProps<Card> extends SectionProps<Card> {
  title: string;
  cardOf: (card: Card) => ReactElement;
  skeleton: ReactElement;
  skeletons: number;
  /** Shown above the card that adds one, when there are none. */
  empty: ReactElement;
  addLabel: string;
}

/** Cards, ending with the one that adds one more, or why they could not be loaded; the other sections stay. */
function CardSection<Card>({ title, read, cardOf, skeleton, skeletons, empty, addLabel, onAdd }: CardSectionProps<Card>) {
  const { data: cards } = read;
  const isFailed = readState(read) === 'failed';
  return (
    <Section title={title} count={cards?.length}>
      {isFailed ? <LoadFailure read={read} /> : null}
      {cards?.length === 0 ? empty : null}
      {isFailed ? null : (
        <CardGrid>
          {cards === undefined
            ? Array.from({ length: skeletons }, (_, index) => <Fragment key={index}>{skeleton}</Fragment>)
            : [...cards.map(cardOf), <AddCard key="add" label={addLabel} onClick={onAdd} />]}
        </CardGrid>
      )}
    </Section>
  );
}

/** The dashboard's event series. */
export function SeriesSection(section: SectionProps<SeriesCardData>) {
  return (
    <CardSection
      {...section}
      title="Event series"
      addLabel="Add event series"
      skeleton={<SeriesCardSkeleton />}
      skeletons={5}
      empty={
        <EmptyState
          icon={IconCalendarEvent}
          title="No event series yet"
          text="A series holds its events, one sign-up form for all of them, and the mail each attendee gets."
        />
      }
      cardOf={(series) => <SeriesCard key={series.id} series={series} />}
    />
  );
}

/** The dashboard's marketing forms. */
export function FormSection(section: SectionProps<FormCard>) {
  return (
    <CardSection
      {...section}
      title="Forms"
      addLabel="Add form"
      skeleton={<CountCardSkeleton />}
      skeletons={3}
      empty={
        <EmptyState
          icon={IconForms}
          size="small"
          title="No forms yet"
          text="A form to embed in a page: a newsletter, a brochure to download."
        />
      }
      cardOf={(form) => <CountCard key={form.id} to={paths.form.page(form)} title={form.title} count={form.signups_count} noun="Signups" />}
    />
  );
}

/** The dashboard's feedback lists. */
export function FeedbackSection(section: SectionProps<FeedbackCard>) {
  return (
    <CardSection
      {...section}
      title="Website feedback"
      addLabel="Add feedback list"
      skeleton={<CountCardSkeleton />}
      skeletons={3}
      empty={
        <EmptyState
          icon={IconMessage2}
          size="small"
          title="No feedback lists yet"
          text="Ratings out of 5 and comments that visitors leave on a page."
        />
      }
      cardOf={({ id, title, count }) => (
        <CountCard key={id} to={paths.feedback(id)} title={title} count={count} noun={count === 1 ? 'entry' : 'entries'} />
      )}
    />
  );
}
