import { ERROR_PREFIX } from '#contract/texts/sign-up.ts';
import type { FormView } from '../view.ts';

/** The document's title. After a failed attempt it begins with "Error:", which screen readers announce first. */
export const pageTitle = (view: Pick<FormView, 'title' | 'organisation'>, hasFailed: boolean): string =>
  `${hasFailed ? ERROR_PREFIX : ''}${view.title} – ${view.organisation.name}`;
