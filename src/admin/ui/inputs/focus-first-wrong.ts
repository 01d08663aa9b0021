/** Focuses the first input with an error or an open conflict. */
export const focusFirstWrong = (within: ParentNode | null | undefined = document.querySelector('#main')): void =>
  within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-remote] button')?.focus();
