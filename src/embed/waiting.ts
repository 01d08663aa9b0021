import { LOADING_FORM } from '#contract/texts/sign-up.ts';
import { element } from './element.ts';

/** As high as a form with few fields, so that little moves when the form comes. */
export const WAITING_HEIGHT = '760px';

/** Without a colour of its own, since nothing is known of the page around. */
const bone = (): HTMLElement =>
  element('i', { flex: '1', height: '48px', border: '1px solid', borderRadius: '8px', boxSizing: 'border-box', opacity: '.25' });

const row = (...bones: HTMLElement[]): HTMLElement => element('div', { display: 'flex', gap: '24px', marginTop: '36px' }, ...bones);

/** Stands where a form is awaited, in its shape (decision 28). */
export function waitingNote(): HTMLElement {
  const words = element('p', { margin: '0', padding: '5px' }, LOADING_FORM);
  words.setAttribute('role', 'status');
  const shape = element('div', { padding: '5px' }, row(bone(), bone()), row(bone(), bone()), row(bone()), row(bone()));
  shape.setAttribute('aria-hidden', 'true');
  return element('div', { minHeight: WAITING_HEIGHT }, words, shape);
}
