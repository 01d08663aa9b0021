import { useAddressParam } from '../frame/use-address-param.ts';
import type { CardOrder } from './card-list.ts';

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
