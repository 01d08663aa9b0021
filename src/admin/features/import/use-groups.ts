import { useMemo } from 'react';
import { groupRows, type ImportGroups } from './import-plan.ts';
import type { ImportRow } from './import-rows.ts';

/** The rows of a file in groups; `addresses` are undefined until the event's are known. */
export const useGroups = (rows: readonly ImportRow[], addresses: ReadonlySet<string> | undefined): ImportGroups =>
  useMemo(() => groupRows(rows, addresses ?? new Set()), [rows, addresses]);
