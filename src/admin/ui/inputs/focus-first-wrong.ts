/** Focuses the first input with an error or an open conflict. */
export function focusFirstWrong(within: ParentNode | null | undefined = document.querySelector('#main')): void {
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-remote] button');
  wrong?.focus({ preventScroll: true });
  // At the edge, its label would be under the banner.
  wrong?.scrollIntoView({ block: 'center' });
}
