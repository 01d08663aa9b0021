import { useSearchParams } from 'react-router';
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
  const [params, setParams] = useSearchParams();
  const [findName, orderName] = [`find-${name}`, `order-${name}`];
  const set = (key: string, value: string) =>
    setParams(
      (old) => {
        const written = new URLSearchParams(old);
        if (value === '') written.delete(key);
        else written.set(key, value);
        return written;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    find: params.get(findName) ?? '',
    order: orders.find((order) => order === params.get(orderName)) ?? orders[0] ?? 'newest',
    setFind: (find) => set(findName, find.trim()),
    setOrder: (order) => set(orderName, order === orders[0] ? '' : order),
  };
}
