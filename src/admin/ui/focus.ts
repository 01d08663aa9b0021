import { type RefObject, useLayoutEffect } from 'react';

/*
 * Where the focus goes:
 * - After a save that was refused, to the first wrong input: `focusFirstWrong`.
 * - When the focused element has left the page, to the row in its place (`rowInPlaceOf`), or to the nearest list or heading: `moveLostFocus`.
 *   Rows that are moved keep it: `keepFocus`.
 * - When a dialog, menu or panel closes, back to the element that had it before, to the row in its place, or to the page's heading: `useFocusReturn`,
 *   `returnFocus`.
 * - When a panel, a step or a page has appeared, to its heading or first input: `focusInPlace`.
 */

/** Without scrolling. */
export const focusInPlace = (target: HTMLElement | null | undefined): void => target?.focus({ preventScroll: true });

/** Focuses the first input with an error or an open conflict. */
export function focusFirstWrong(within: ParentNode | null | undefined = document.querySelector('#main')): void {
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-remote] button');
  focusInPlace(wrong);
  // At the edge, the banner would cover its label.
  wrong?.scrollIntoView({ block: 'center' });
}

const pageHeading = (): HTMLElement | null => document.querySelector('#main h1');

type Target = HTMLElement | null | undefined;

/** For an element in a row, list item or card that may be removed: finds the one that then has its place, otherwise the one before, the list or the heading. */
export function rowInPlaceOf(element: Element | null): () => Target {
  const item = element?.closest<HTMLElement>('tbody, li, article');
  const list = item?.parentElement?.closest<HTMLElement>('section, ul, ol, main');
  const items = () => (item && list ? [...list.querySelectorAll<HTMLElement>(item.localName)] : []);
  const index = item ? items().indexOf(item) : -1;
  return () => {
    if (list?.isConnected !== true) return pageHeading();
    const left = items();
    const next = left[index] ?? left[index - 1];
    return (
      next?.querySelector<HTMLElement>('button[aria-expanded]') ??
      next?.querySelector<HTMLElement>('button, a') ??
      (list.tabIndex >= 0 ? list : pageHeading())
    );
  };
}

/** Gives the focus to `target` if what had it has left the page or, with `alsoIfDisabled`, is disabled. Data is rendered in the next task. */
export async function moveLostFocus(target: Target | (() => Target), alsoIfDisabled = false): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const { activeElement: now, body } = document;
  // A dialog whose row was removed has passed it to the heading.
  if (now === body || now === pageHeading() || (alsoIfDisabled && now?.matches(':disabled') === true))
    focusInPlace(typeof target === 'function' ? target() : target);
}

/** Keeps the focus in place while rows move. */
export function keepFocus(): void {
  const { activeElement: focused } = document;
  setTimeout(() => {
    if (focused instanceof HTMLElement && focused.isConnected) focusInPlace(focused);
  });
}

/** If a click focused nothing, as in Safari, nothing gets the focus back. Disabled, hidden or removed elements do not take it. */
export function returnFocus(before: Element | null, inPlace: () => Target = pageHeading): void {
  if (before === document.body) return;
  if (before instanceof HTMLElement) focusInPlace(before);
  if (document.activeElement !== before) focusInPlace(inPlace());
}

/** Returns the focus when a dialog closes, unless it has moved on. Mantine's own mechanism needs a dialog that stays mounted. */
export function useFocusReturn(opened: boolean, dialog: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    const inPlace = rowInPlaceOf(before);
    return () => {
      const { current: closed } = dialog;
      // After the cause of the closing has moved its rows, which would lose the focus.
      setTimeout(() => {
        const { activeElement: now, body } = document;
        if (now === body || closed?.contains(now) === true) returnFocus(before, inPlace);
      });
    };
  }, [opened, dialog]);
}
