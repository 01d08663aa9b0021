import type { ColumnTarget } from '../columns/column-targets.ts';
import type { PlannedRow } from './import-plan.ts';
import { ROW } from './import-rows.ts';
import type { CellPlace } from './rows-table.tsx';

/** Where the next cell with a problem is, after or before a cell; after the last one comes the first. */
export function nextProblem(
  planned: readonly PlannedRow[],
  targets: readonly ColumnTarget[],
  { from, isBackwards }: { from: CellPlace; isBackwards: boolean },
): CellPlace | undefined {
  const keys = [ROW, ...targets.map(({ key }) => key)];
  const places = planned
    .filter(({ action }) => action.kind === 'problem')
    .flatMap(({ row }) => keys.filter((key) => row.problems[key] !== undefined).map((key) => ({ line: row.line, key })));
  const rank = ({ line, key }: CellPlace): number => line * (keys.length + 1) + keys.indexOf(key);
  const here = rank(from);
  // From outside the table `here` is not a number, and the first or last problem is next.
  return isBackwards
    ? (places.findLast((place) => rank(place) < here) ?? places.at(-1))
    : (places.find((place) => rank(place) > here) ?? places[0]);
}
