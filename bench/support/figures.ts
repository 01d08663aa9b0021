/** The quantile of sorted values; a share of 0.5 gives the median. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const ascending = (a: number, b: number): number => a - b;

/** The median of unsorted values. */
export const median = (values: readonly number[]): number => quantile(values.toSorted(ascending), 0.5);

/** The 99th percentile of unsorted values. */
export const p99Of = (values: readonly number[]): number => quantile(values.toSorted(ascending), 0.99);

/** The median of the ratios of two figures, which are taken alternately; the first round is a warm-up. */
export async function ratioOf(one: () => Promise<number>, other: () => Promise<number>, rounds: number): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) ratios.push((await one()) / (await other()));
  return median(ratios.slice(1));
}

/** One line of the report. */
export interface Finding {
  readonly what: string;
  readonly figure: number;
  readonly unit: '×' | '%' | 'µs' | 'ms' | 's' | '/s' | 'kB' | 'MB' | '';
  /** Without a limit, the figure is only reported. */
  readonly limit?: { readonly atLeast: number } | { readonly atMost: number } | undefined;
}

function isReached({ figure, limit }: Finding): boolean {
  if (limit === undefined) return true;
  return 'atLeast' in limit ? figure >= limit.atLeast : figure <= limit.atMost;
}

function wordsOf({ limit, unit }: Finding): string {
  if (limit === undefined) return '';
  return 'atLeast' in limit ? `at least ${limit.atLeast} ${unit}` : `at most ${limit.atMost} ${unit}`;
}

const written = ({ figure, unit }: Finding): string =>
  `${figure >= 1_000 ? Math.round(figure).toLocaleString('en-GB') : figure.toFixed(2)} ${unit}`;

const markOf = (finding: Finding): string => (isReached(finding) ? '✓' : '✗');

/** Prints the findings as a table; gives whether all are within their limits. */
export function report(title: string, findings: readonly Finding[]): boolean {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map((finding) => {
    const mark = finding.limit === undefined ? ' ' : markOf(finding);
    return `  ${mark} ${finding.what.padEnd(width)}  ${written(finding).padStart(11)}   ${wordsOf(finding)}`.trimEnd();
  });
  console.log(`\n${title}\n${lines.join('\n')}`);
  return findings.every(isReached);
}
