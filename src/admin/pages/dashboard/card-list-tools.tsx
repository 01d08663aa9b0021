import { NativeSelect } from '@mantine/core';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { IconArrowsSort } from '#admin/ui/layout/icons.tsx';
import { useAddressParam } from '../frame/use-address-param.ts';
import classes from './card-list-tools.module.css';
import type { CardOrder } from './card-list.ts';

const TITLE_MAX_LENGTH = 200;

const ORDER_LABELS: Readonly<Record<CardOrder, string>> = { next: 'Next event', name: 'Name', newest: 'Newest' };

interface CardListToolsProps {
  /** The title of the section. */
  section: string;
  list: CardListState;
  orders: readonly CardOrder[];
}

/** Filter and order of a section with many cards. */
export function CardListTools({ section, list, orders }: CardListToolsProps) {
  return (
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
    </div>
  );
}

/** How a section of the dashboard is filtered and ordered, kept in the address under the section's name. */
export interface CardListState {
  readonly find: string;
  readonly order: CardOrder;
  readonly setFind: (find: string) => void;
  readonly setOrder: (order: string) => void;
}

/** The first of `orders` is the order by default. */
export function useCardList(name: string, orders: readonly CardOrder[]): CardListState {
  const [find = '', setFind] = useAddressParam(`find-${name}`);
  const [order, setOrder] = useAddressParam(`order-${name}`);
  return {
    find,
    order: orders.find((each) => each === order) ?? orders[0] ?? 'newest',
    setFind: (text) => setFind(text.trim() || undefined),
    setOrder: (chosen) => setOrder(chosen === orders[0] ? undefined : chosen),
  };
}
