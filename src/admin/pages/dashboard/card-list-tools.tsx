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
export const CardListTools = ({ section, list, orders }: CardListToolsProps) => (
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

export type CardListState = ReturnType<typeof useCardList>;

/** How a section of the dashboard is filtered and ordered, kept in the address under its name; the first of `orders` is the default. */
export function useCardList(name: string, orders: readonly CardOrder[]) {
  const [find = '', setFind] = useAddressParam(`find-${name}`);
  const [order, setOrder] = useAddressParam(`order-${name}`);
  return {
    find,
    order: orders.find((each) => each === order) ?? orders[0] ?? 'newest',
    setFind: (text: string) => setFind(text.trim() || undefined),
    setOrder: (chosen: string) => setOrder(chosen === orders[0] ? undefined : chosen),
  };
}
