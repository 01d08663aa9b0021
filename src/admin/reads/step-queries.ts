import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { FORM_KINDS, type FormRef, KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import type { AttentionCounts, AttentionScope as ScopeQuery, Cause } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { queryKeys } from './query-keys.ts';

export const undeliveredQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.failedSteps, 'counts'],
    meta: { follows: ['attention'] },
    queryFn: ({ signal }) => call(sideEffectCalls.countFailedSteps, { signal }),
  });

export const sentMailQuery = (stepId: string) =>
  queryOptions({
    queryKey: queryKeys.sentMail(stepId),
    // It may be about any series or form.
    meta: { follows: ['series/*', 'form/*'] },
    queryFn: ({ signal }) => call(sideEffectCalls.readMail, { params: { stepId }, signal }),
  });

export const causesQuery = (of?: FormRef) =>
  queryOptions({
    queryKey: [...queryKeys.failedSteps, 'causes', scopeQuery(of)],
    meta: { follows: ['attention'] },
    queryFn: ({ signal }) => call(sideEffectCalls.listCauses, { query: scopeQuery(of), signal }),
  });

export type StepSelection = Pick<Cause, 'service' | 'cause' | 'retrying'> | 'dismissed';

export const failedStepsQuery = (of: AttentionScope, selection: StepSelection) => {
  const query = {
    ...scopeQuery(of),
    ...(selection === 'dismissed'
      ? { dismissed: 'true' }
      : { service: selection.service, cause: selection.cause, retrying: String(selection.retrying) }),
  };
  return infiniteQueryOptions({
    queryKey: [...queryKeys.failedSteps, 'list', query],
    meta: { follows: ['attention'] },
    queryFn: ({ pageParam: cursor, signal }) => call(sideEffectCalls.listFailedSteps, { query: { ...query, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
};

/** Which failed steps are listed: those of one series or form, or all. */
export type AttentionScope = FormRef | undefined;

/** Reads it from an address; a series takes precedence over a form. */
export function readAttentionScope(params: URLSearchParams): AttentionScope {
  const idOf = (kind: FormRef['kind']): string => params.get(KIND_ON_WIRE[kind]) ?? '';
  const kind = FORM_KINDS.find((each) => idOf(each) !== '');
  return kind && { kind, id: idOf(kind) };
}

export function scopeQuery(of: AttentionScope): ScopeQuery {
  if (of === undefined) return {};
  return of.kind === 'series' ? { series_id: of.id } : { form_id: of.id };
}

interface AttentionChoice {
  readonly label: string;
  readonly of: AttentionScope;
  readonly steps: number;
}

/** Steps still being retried count too, since they are listed. */
export const stepsOf = ({ failed, retrying }: Pick<AttentionCounts, 'failed' | 'retrying'>): number => failed + retrying;

const choicesOf = (kind: FormRef['kind'], counts: AttentionCounts['series']): AttentionChoice[] =>
  counts.map(({ id, title, ...steps }) => ({ label: title, of: { kind, id }, steps: stepsOf(steps) }));

/** All, then each series and form with failed steps. */
export const attentionChoices = (counts: AttentionCounts): AttentionChoice[] => [
  { label: 'All', of: undefined, steps: stepsOf(counts) },
  ...choicesOf('series', counts.series),
  ...choicesOf('marketing', counts.forms),
];
