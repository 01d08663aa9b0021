import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import type { FormRef } from '#contract/form-ref.ts';
import { type FieldMutations, fieldMutations } from './field-mutations.ts';

export function useFieldMutations(kind: FormRef['kind'], id: string): FieldMutations {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMemo(() => fieldMutations({ kind, id }, { call, queryClient, keyOf }), [kind, id, queryClient, keyOf]);
}
