import { folded } from '#contract/rules/search-words.ts';

export interface ListedCard {
  readonly id: string;
  readonly title: string;
  readonly is_archived?: boolean;
  readonly next_event_date?: string | null;
}

/** The orders of cards; `newest` is the order in which they are read. */
export type CardOrder = 'next' | 'name' | 'newest';

const byName = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/** After every date. */
const NEVER = 'never';

const nextOf = ({ next_event_date: next }: ListedCard): string => next ?? NEVER;

/** Soonest first, those without a date last. */
function byNextEvent(one: ListedCard, other: ListedCard): number {
  if (nextOf(one) === nextOf(other)) return 0;
  return nextOf(one) < nextOf(other) ? -1 : 1;
}

/** The cards with this text in their title, regardless of case and accents, in this order. */
export function listCards<Card extends ListedCard>(cards: readonly Card[], find: string, order: CardOrder): Card[] {
  const wanted = folded(find.trim());
  const found = cards.filter(({ title }) => folded(title).includes(wanted));
  if (order === 'newest') return found;
  return found.toSorted(order === 'name' ? (one, other) => byName.compare(one.title, other.title) : byNextEvent);
}
