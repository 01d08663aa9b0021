import { ERROR_PREFIX } from '#contract/texts/sign-up.ts';
import type { FormView } from './view.ts';

/** The title of the page: after a failed try it begins with the bad news, which screen readers say first (hardening 5). */
export const pageTitle = (view: Pick<FormView, 'title' | 'organisation'>, hasFailed: boolean): string =>
  `${hasFailed ? ERROR_PREFIX : ''}${view.title} – ${view.organisation.name}`;
