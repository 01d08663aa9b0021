import { Anchor, Box, Button, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { SeriesCard, SeriesCardSkeleton } from '#admin/forms/series/series-card.tsx';
import { paths } from '#admin/paths.ts';
import { AddCard, CardGrid, CountCard, CountCardSkeleton } from '#admin/ui/cards/card.tsx';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import {
  IconArrowsSort,
  IconCalendarEvent,
  IconChevronDown,
  IconChevronRight,
  IconForms,
  IconMessage2,
  IconPlus,
} from '#admin/ui/layout/icons.tsx';
import { repeated } from '#admin/ui/layout/page.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { EmptyState, LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import { useAddressParam } from '#admin/ui/use-address-param.ts';
import type { FeedbackCard } from '#contract/feedback.ts';
import type { SeriesCard as SeriesCardData } from '#contract/forms/event-series.ts';
import type { FormCard } from '#contract/forms/marketing-form.ts';
import { folded } from '#contract/rules/search-words.ts';
import { counted } from '#contract/texts/counts.ts';
import { COUNTS } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import classes from './card-sections.module.css';

const ORDER_LABELS: Readonly<Record<CardOrder, string>> = { next: 'Next event', name: 'Name', newest: 'Newest' };

interface CardListToolsProps {
  section: string;
  list: CardListState;
  orders: readonly CardOrder[];
  onAdd: (() => void) | undefined;
}

/** Filter and order of a section with many cards, and a button to add one, since the card for that is far below. */
const CardListTools = ({ section, list, orders, onAdd }: CardListToolsProps) => (
  <div className={classes.tools} data-row="stretch">
    <SearchField
      label="Filter by title"
      about={section}
      className={classes.find}
      value={list.find}
      onChange={list.setFind}
      maxLength={TITLE_MAX_LENGTH}
    />
    <NativeSelect
      className={classes.order}
      size="xs"
      aria-label={`Order of ${section}`}
      leftSection={<IconArrowsSort />}
      data={orders.map((order) => ({ value: order, label: ORDER_LABELS[order] }))}
      value={list.order}
      onChange={(event) => list.setOrder(event.currentTarget.value)}
    />
    {onAdd && (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus />}
        aria-label={`Add to ${section}`}
        aria-haspopup="dialog"
        onClick={onAdd}
      >
        Add
      </Button>
    )}
  </div>
);

type CardListState = ReturnType<typeof useCardList>;

/** How a section of the dashboard is filtered and ordered, kept in the address under its name; the first of `orders` is the default. */
function useCardList(name: string, orders: CardOrders) {
  const [find = '', setFind] = useAddressParam(`find-${name}`);
  const [order, setOrder] = useAddressParam(`order-${name}`);
  return {
    find,
    order: orders.find((each) => each === order) ?? orders[0],
    setFind: (text: string) => setFind(text.trim() || undefined),
    setOrder: (chosen: string) => setOrder(chosen === orders[0] ? undefined : chosen),
  };
}

interface SectionProps<Card> {
  read: UseQueryResult<readonly Card[]>;
  /** Undefined for someone who may not add any. */
  onAdd: (() => void) | undefined;
}

interface CardSectionProps<Card> extends SectionProps<Card> {
  name: string;
  title: string;
  orders?: CardOrders;
  cardOf: (card: Card) => ReactElement;
  skeleton?: ReactElement;
  skeletons?: number;
  empty: ReactElement;
  addLabel: string;
  /** The names for archived cards, singular and plural; absent if nothing can be archived. */
  archivedNoun?: readonly [one: string, several?: string];
}

/** From this many cards, a section can be filtered and ordered. */
const MANY = 12;

function CardSection<Card extends ListedCard>(section: CardSectionProps<Card>) {
  const { title, read, skeleton = <CountCardSkeleton />, skeletons = 3 } = section;
  if (read.data !== undefined) return <ReadCards {...section} cards={read.data} />;
  return (
    <Section title={title}>
      {readState(read) === 'failed' ? <LoadFailure read={read} /> : <CardGrid>{repeated(skeletons, skeleton)}</CardGrid>}
    </Section>
  );
}

function ReadCards<Card extends ListedCard>(section: CardSectionProps<Card> & { cards: readonly Card[] }) {
  const { name, title, orders = ['newest', 'name'], cards, cardOf, empty, addLabel, onAdd, archivedNoun } = section;
  const list = useCardList(name, orders);
  const current = cards.filter((card) => card.is_archived !== true);
  const hasMany = current.length >= MANY;
  const shown = listCards(current, hasMany ? list.find : '', hasMany ? list.order : orders[0]);
  return (
    <Section
      title={title}
      count={current.length}
      matches={shown.length}
      tools={hasMany && <CardListTools section={title} list={list} orders={orders} onAdd={onAdd} />}
    >
      {cards.length === 0 && empty}
      {hasMany && shown.length === 0 && <NothingFound list={list} />}
      <CardGrid>{[...shown.map(cardOf), onAdd && <AddCard key="add" label={addLabel} onClick={onAdd} />]}</CardGrid>
      <ArchivedCards cards={cards} noun={archivedNoun} cardOf={cardOf} />
    </Section>
  );
}

const NothingFound = ({ list: { find, setFind } }: { list: CardListState }) => (
  <Text mb={16} data-text="second" role="status">
    {`Nothing with ‘${find}’ in its title. `}
    <Anchor component="button" type="button" fz="inherit" onClick={() => setFind('')}>
      Clear filter
    </Anchor>
  </Text>
);

interface ArchivedCardsProps<Card> {
  cards: readonly Card[];
  noun: CardSectionProps<Card>['archivedNoun'];
  cardOf: (card: Card) => ReactElement;
}

function ArchivedCards<Card extends ListedCard>({ cards, noun = [''], cardOf }: ArchivedCardsProps<Card>) {
  const [isOpen, setOpen] = useState(false);
  const archived = cards.filter((card) => card.is_archived === true);
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  if (archived.length === 0) return null;
  return (
    <Box mt={8}>
      <UnstyledButton
        mih={40}
        pe={8}
        fz="sm"
        data-row="inline close"
        data-text="second"
        data-hover="line"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Sign aria-hidden="true" />
        {counted(archived.length, ...noun)}
      </UnstyledButton>
      {isOpen ? <CardGrid>{archived.map(cardOf)}</CardGrid> : null}
    </Box>
  );
}

export const SeriesSection = ({ emptyAction, ...section }: SectionProps<SeriesCardData> & { emptyAction?: ReactNode }) => (
  <CardSection
    {...section}
    name="series"
    title="Event series"
    orders={['next', 'name', 'newest']}
    archivedNoun={['archived series', 'archived series']}
    addLabel="Add event series"
    skeleton={<SeriesCardSkeleton />}
    skeletons={5}
    empty={
      <EmptyState
        icon={IconCalendarEvent}
        title="No event series yet"
        text="A series holds its events, one sign-up form for all of them, and the email each attendee gets."
        action={
          <Stack component="span" gap={8} align="center">
            {section.onAdd && (
              <Button leftSection={<IconPlus />} aria-haspopup="dialog" onClick={section.onAdd}>
                Add your first series
              </Button>
            )}
            {emptyAction}
          </Stack>
        }
      />
    }
    cardOf={(series) => <SeriesCard key={series.id} series={series} />}
  />
);

export const FormSection = (section: SectionProps<FormCard>) => (
  <CardSection
    {...section}
    name="forms"
    title="Forms"
    archivedNoun={['archived form']}
    addLabel="Add form"
    empty={
      <EmptyState
        icon={IconForms}
        size="small"
        title="No forms yet"
        text="A form to embed in a page, such as for a newsletter or a brochure to download."
      />
    }
    cardOf={(form) => (
      <CountCard
        key={form.id}
        to={paths.marketing.page(form)}
        title={form.title}
        count={form.signups_count}
        noun={form.signups_count === 1 ? 'Signup' : 'Signups'}
        counts={COUNTS.signUps}
      />
    )}
  />
);

export const FeedbackSection = (section: SectionProps<FeedbackCard>) => (
  <CardSection
    {...section}
    name="feedback"
    title="Website feedback"
    addLabel="Add feedback list"
    empty={
      <EmptyState
        icon={IconMessage2}
        size="small"
        title="No feedback lists yet"
        text="Ratings out of 5 and comments, on a page or after an event."
      />
    }
    cardOf={({ id, title, count }) => (
      <CountCard key={id} to={paths.feedback(id)} title={title} count={count} noun={count === 1 ? 'entry' : 'entries'} />
    )}
  />
);

interface ListedCard {
  readonly id: string;
  readonly title: string;
  readonly is_archived?: boolean;
  readonly next_event_date?: string | null;
}

/** The orders of cards; `newest` is the order in which they are read. */
type CardOrder = 'next' | 'name' | 'newest';
type CardOrders = readonly [CardOrder, ...CardOrder[]];

const byName = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/** After every date. */
const NEVER = 'never';

/** The cards with this text in their title, regardless of case and accents, in this order. */
export function listCards<Card extends ListedCard>(cards: readonly Card[], find: string, order: CardOrder): Card[] {
  const wanted = folded(find.trim());
  const found = cards.filter(({ title }) => folded(title).includes(wanted));
  if (order === 'newest') return found;
  // Soonest first, those without a date last.
  const keyOf = ({ title, next_event_date: next }: Card) => (order === 'name' ? title : (next ?? NEVER));
  return found.toSorted((one, other) => byName.compare(keyOf(one), keyOf(other)));
}
