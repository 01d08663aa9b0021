import { ALREADY_SIGNED_UP, GET_YOUR_LINK } from '#contract/texts/own-page.ts';
import type { StoredForm } from '#server/features/sign-up/queries.ts';
import { linkPath } from '#server/forms/form-address.ts';
import { attributes } from './html.ts';

/**
 * The last line of a form while people who signed up have a link to a page of their own; else nothing. The script of the form leaves
 * alone what stands after its own elements. It opens a new tab, since the page it leads to is never framed.
 */
export const lostLinkLine = (form: StoredForm): string =>
  form.hasOwnPages === true
    ? `<p class="again">${ALREADY_SIGNED_UP} <a${attributes({ href: linkPath(form), target: '_blank', rel: 'noopener' })}>${GET_YOUR_LINK}</a></p>`
    : '';
