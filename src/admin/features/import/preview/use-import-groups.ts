import { useMemo } from 'react';
import type { ImportRow } from '../file/import-rows.ts';
import { groupRows, type ImportGroups } from './import-plan.ts';

/** The grouped rows of a file; `addresses` of the event are undefined while they load. */
export const useImportGroups = (rows: readonly ImportRow[], addresses: ReadonlySet<string> | undefined): ImportGroups =>
  useMemo(() => groupRows(rows, addresses ?? new Set()), [rows, addresses]);
