import { FORM_KINDS, type FormRef, KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import type { AttentionCounts, AttentionScope as ScopeQuery } from '#contract/steps/attention.ts';

/** Whose failed steps are listed: all, or those of one series or form. */
export type AttentionScope = 'all' | FormRef;

/** Reads it from an address; a series takes precedence over a form. */
export function readAttentionScope(params: URLSearchParams): AttentionScope {
  const idOf = (kind: FormRef['kind']): string => params.get(KIND_ON_WIRE[kind]) ?? '';
  const kind = FORM_KINDS.find((each) => idOf(each) !== '');
  return kind === undefined ? 'all' : { kind, id: idOf(kind) };
}

export function scopeQuery(of: AttentionScope): ScopeQuery {
  if (of === 'all') return {};
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
  { label: 'All', of: 'all', steps: stepsOf(counts) },
  ...choicesOf('series', counts.series),
  ...choicesOf('marketing', counts.forms),
];

/** The id of the series or form, or `all`. */
export const attentionKey = (of: AttentionScope): string => (of === 'all' ? 'all' : of.id);
