import type { FormRef } from '#contract/form-ref.ts';
import { slugOf } from '#contract/rules/slug.ts';

/** The path of a form's page after its slug. */
export const pathAfterSlug = ({ kind, id }: FormRef): string => `/${kind === 'series' ? 'events-series' : 'form'}/${id}/view`;

/** The path of a form's page with the right slug. */
export const formPath = (form: FormRef & { readonly title: string }): string => `/${slugOf(form.title)}${pathAfterSlug(form)}`;
