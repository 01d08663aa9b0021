import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import type { FieldCalls } from './field-calls.ts';
import { marketingFieldCalls } from './marketing-field-calls.ts';
import { seriesFieldCalls } from './series-field-calls.ts';

export function useSeriesFieldCalls(seriesId: string): FieldCalls {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMemo(() => seriesFieldCalls({ call, queryClient, seriesId, keyOf }), [queryClient, seriesId, keyOf]);
}

export function useMarketingFieldCalls(formId: string): FieldCalls {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMemo(() => marketingFieldCalls({ call, queryClient, formId, keyOf }), [queryClient, formId, keyOf]);
}
