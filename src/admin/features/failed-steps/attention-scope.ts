import type { AttentionCounts } from '#contract/steps.ts';

/** Whose failed steps are listed: all, or those of one series or form. */
export type AttentionScope = 'all' | { readonly seriesId: string } | { readonly formId: string };

/** Reads it from an address; a series takes precedence over a form. */
export function readAttentionScope(params: URLSearchParams): AttentionScope {
  const seriesId = params.get('series') ?? '';
  const formId = params.get('form') ?? '';
  if (seriesId !== '') return { seriesId };
  return formId === '' ? 'all' : { formId };
}

/** A choice with its number of failed steps. */
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
    ...counts.series.map((each) => ({ key: each.id, label: each.title, of: { seriesId: each.id }, steps: stepsOf(each) })),
    ...counts.forms.map((each) => ({ key: each.id, label: each.title, of: { formId: each.id }, steps: stepsOf(each) })),
  ];
}

/** The id of the series or form, or `all`. */
export function attentionKey(of: AttentionScope): string {
  if (of === 'all') return 'all';
  return 'seriesId' in of ? of.seriesId : of.formId;
}
