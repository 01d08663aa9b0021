import { isOfOrder, namedInWords, namesPeople, phraseOf } from '../columns/synonyms.ts';
import type { FileRecord, Table } from './parse-csv.ts';

const NUMBER = /(?<!\p{N})\d{1,2}(?!\p{N})/u;

interface Part {
  readonly header: string;
  /** `2` of `Attendee 2 email`; empty for the first of them if only the others have one. */
  readonly number: string | undefined;
  /** `email` of `Attendee 2 email`, `question 3` of `Attendee 2 question 3`. */
  readonly phrase: string;
  readonly kind: 'email' | 'name' | undefined;
  /** Whether it has a word for the people in the list. */
  readonly isNamed: boolean;
}

export function kindOf(header: string): Part['kind'] {
  const { keys } = namedInWords(header.replace(NUMBER, ' '));
  if (keys.includes('email')) return 'email';
  return keys.some((key) => key.endsWith('name')) ? 'name' : undefined;
}

function partsOf(headers: readonly string[]): Part[] {
  const named = headers.map((header) => ({ header, kind: kindOf(header), isNamed: namesPeople(header) }));
  const areNamed = named.some(({ header, kind, isNamed }) => kind !== undefined && isNamed && NUMBER.test(header));
  const parts = named.map((part) => {
    // Next to `Attendee 1 email`, the number in `Day 1` is not that of a person.
    const number = areNamed && !part.isNamed ? undefined : NUMBER.exec(part.header)?.[0];
    const others = (number === undefined ? part.header : part.header.replace(NUMBER, ' ')).match(/\d+/g) ?? [];
    return { ...part, number, phrase: [phraseOf(part.header), ...others].join(' ') };
  });
  const byPhrase = Map.groupBy(parts, ({ phrase }) => phrase);
  return parts.map((part) => {
    const numbers = byPhrase.get(part.phrase)?.flatMap(({ number }) => number ?? []) ?? [];
    const isFirst = numbers.length > 0 && numbers.every((number) => Number(number) > 1);
    return { ...part, number: part.number ?? (isFirst ? '' : undefined) };
  });
}

/**
 * Gives each of several people in one row, as below `Attendee 1 email` and `Attendee 2 email`, a separate row: the second person of line 7 is line 7.02.
 * The other columns apply to all of them, except consent, which applies to the first.
 */
export function peopleApart({ header, records }: Table): Table {
  const parts = partsOf(header);
  const hasKinds = (person: string) =>
    ['email', 'name'].every((kind) => parts.some((part) => part.number === person && part.kind === kind));
  const people = [...new Set(parts.flatMap(({ number }) => number ?? []))].filter(hasKinds);
  const isTheirs = ({ number }: Part): boolean => people.some((person) => person === number);
  // A contact has a name besides those of its further addresses, and a buyer one besides those of the attendees.
  const isOfOne =
    parts.some((part) => part.kind !== undefined && !isTheirs(part) && !isOfOrder(part.header)) &&
    !parts.some((part) => isTheirs(part) && part.isNamed);
  if (people.length < 2 || isOfOne) return { header, records };
  const firstLike = ({ phrase }: Part) => parts.find((part) => isTheirs(part) && part.phrase === phrase);
  const kept = parts.filter((part) => !isTheirs(part) || part === firstLike(part));
  const shared = kept.flatMap((part, index) => (isTheirs(part) ? [] : [index]));
  const indexOf = (part: Part, person: string): number =>
    isTheirs(part) ? parts.findIndex(({ number, phrase }) => number === person && phrase === part.phrase) : parts.indexOf(part);
  const places = people.map((person, at) => ({
    lineAfter: at === 0 ? 0 : (at + 1) / 100,
    ofOthers: at === 0 ? {} : { shared },
    named: parts.flatMap((part, index) => (part.number === person && part.kind !== undefined ? [index] : [])),
    cells: kept.map((part) => indexOf(part, person)),
  }));
  const rowsOf = (record: FileRecord): FileRecord[] => {
    const present = places.filter(({ named }) => named.some((index) => Boolean(record.cells[index])));
    return (present.length === 0 ? places.slice(0, 1) : present).map(({ lineAfter, ofOthers, cells }) => ({
      ...record,
      ...ofOthers,
      line: record.line + lineAfter,
      cells: [...cells.map((index) => record.cells[index] ?? ''), ...record.cells.slice(header.length)],
    }));
  };
  return { header: kept.map((part) => part.header), records: records.flatMap(rowsOf) };
}
