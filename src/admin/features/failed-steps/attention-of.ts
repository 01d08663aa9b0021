import type { AttentionCounts } from '#contract/steps.ts';

/** Of what failed steps are listed: everything, or one series or form. */
export type AttentionOf = 'all' | { readonly seriesId: string } | { readonly formId: string };

/** What an address asks for; a series goes before a form. */
export function readAttentionOf(params: URLSearchParams): AttentionOf {
  const seriesId = params.get('series') ?? '';
  const formId = params.get('form') ?? '';
  if (seriesId !== '') return { seriesId };
  return formId === '' ? 'all' : { formId };
}

/** A choice of what to list, and how many steps it has. */
interface AttentionChoice {
  readonly key: string;
  readonly label: string;
  readonly of: AttentionOf;
  readonly steps: number;
}

const stepsOf = ({ failed, retrying }: { readonly failed: number; readonly retrying: number }): number => failed + retrying;

/** All, and each series and form with failed steps; those that are tried again by themselves count too, since they are listed. */
export function attentionChoices(counts: AttentionCounts): AttentionChoice[] {
  return [
    { key: 'all', label: 'All', of: 'all', steps: stepsOf(counts) },
    ...counts.series.map((each) => ({ key: each.id, label: each.title, of: { seriesId: each.id }, steps: stepsOf(each) })),
    ...counts.forms.map((each) => ({ key: each.id, label: each.title, of: { formId: each.id }, steps: stepsOf(each) })),
  ];
}

/** Id of the series or form, `all` for everything. */
export function attentionKey(of: AttentionOf): string {
  if (of === 'all') return 'all';
  return 'seriesId' in of ? of.seriesId : of.formId;
}
