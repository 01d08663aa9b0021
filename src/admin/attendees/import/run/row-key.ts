import type { RowBody } from '../rows/import-rows.ts';

/** The body of a row, and how many identical rows are above it in the file. */
export interface SentRow {
  readonly body: RowBody;
  readonly occurrence: number;
}

/** Numbers identical rows, so that each of them gets its own key and is added. */
export function numberDuplicates<Row>(rows: readonly Row[], bodyOf: (row: Row) => RowBody): (SentRow & { row: Row })[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const body = bodyOf(row);
    const text = JSON.stringify(body);
    const occurrence = seen.get(text) ?? 0;
    seen.set(text, occurrence + 1);
    return { row, body, occurrence };
  });
}

const ENCODER = new TextEncoder();

/**
 * The `Idempotency-Key` of a row, a hash of its body. Neither a retry nor another import of the same or a corrected file adds
 * the row again, as long as the server remembers its keys (D19).
 */
export async function rowKey({ body, occurrence }: SentRow): Promise<string> {
  const bytes = ENCODER.encode(`${occurrence} ${JSON.stringify(body)}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `csv-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
