import * as words from '#contract/texts/words/form.ts';
import type { FormView } from '../view.ts';

/** The document's title. After a failed attempt it begins with "Error:", which screen readers announce first. */
export const pageTitle = (view: Pick<FormView, 'title' | 'organisation'>, hasFailed: boolean): string =>
  `${hasFailed ? words.ERROR_PREFIX : ''}${view.title} – ${view.organisation.name}`;
