import type { FormRef } from '#contract/form-ref.ts';
import type { AttentionCounts } from '#contract/steps.ts';

/** Whose failed steps are listed: all, or those of one series or form. */
export type AttentionScope = 'all' | FormRef;

/** Reads it from an address; a series takes precedence over a form. */
export function readAttentionScope(params: URLSearchParams): AttentionScope {
  const kind = (['series', 'form'] as const).find((each) => (params.get(each) ?? '') !== '');
  return kind === undefined ? 'all' : { kind, id: params.get(kind) ?? '' };
}

interface AttentionChoice {
  readonly key: string;
  readonly label: string;
  readonly of: AttentionScope;
  readonly steps: number;
}

const stepsOf = ({ failed, retrying }: { readonly failed: number; readonly retrying: number }): number => failed + retrying;

/** All, then each series and form with failed steps. Steps that are still retried count too, since they are listed. */
export function attentionChoices(counts: AttentionCounts): AttentionChoice[] {
  return [
    { key: 'all', label: 'All', of: 'all', steps: stepsOf(counts) },
    ...counts.series.map((each) => ({
      key: each.id,
      label: each.title,
      of: { kind: 'series', id: each.id } as const,
      steps: stepsOf(each),
    })),
    ...counts.forms.map((each) => ({ key: each.id, label: each.title, of: { kind: 'form', id: each.id } as const, steps: stepsOf(each) })),
  ];
}

/** The id of the series or form, or `all`. */
export const attentionKey = (of: AttentionScope): string => (of === 'all' ? 'all' : of.id);
