import * as formWords from '#contract/texts/words/form.ts';
import { element } from './element.ts';

/** The height of a form with few fields, so that little moves when the form appears. */
export const SKELETON_HEIGHT = '760px';

/** Uses the host page's text colour, since its background is unknown. */
const skeleton = (): HTMLElement =>
  element('i', { flex: '1', height: '48px', border: '1px solid', borderRadius: '8px', boxSizing: 'border-box', opacity: '.25' });

const row = (...parts: HTMLElement[]): HTMLElement => element('div', { display: 'flex', gap: '24px', marginTop: '36px' }, ...parts);

/** Shown until the form appears. */
export function loadingSkeleton(): HTMLElement {
  const words = element('p', { margin: '0', padding: '5px' }, formWords.LOADING_FORM);
  words.setAttribute('role', 'status');
  const shape = element(
    'div',
    { padding: '5px' },
    row(skeleton(), skeleton()),
    row(skeleton(), skeleton()),
    row(skeleton()),
    row(skeleton()),
  );
  shape.setAttribute('aria-hidden', 'true');
  return element('div', { minHeight: SKELETON_HEIGHT }, words, shape);
}
