import type { FormRef } from '#contract/forms/form-ref.ts';
import { slugOf } from '#contract/rules/slug.ts';

export const pathAfterSlug = ({ kind, id }: FormRef): string => `/${kind === 'series' ? 'events-series' : 'form'}/${id}/view`;

/** The path of the page where people ask for a lost link. */
export const linkPath = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  `/${slugOf(title)}/events-series/${id}/link`;

export const formPath = (form: FormRef & { readonly title: string }): string => `/${slugOf(form.title)}${pathAfterSlug(form)}`;

interface PlacedEvent {
  readonly id: string;
  readonly seriesId: string;
  readonly seriesTitle: string;
  readonly isOnForm: boolean;
}

export const staffEventPath = ({ id, seriesId, seriesTitle, isOnForm }: PlacedEvent): string =>
  `/${slugOf(seriesTitle)}/events-series/${seriesId}${isOnForm ? '' : '/show-disabled-events'}#event-${id}`;
