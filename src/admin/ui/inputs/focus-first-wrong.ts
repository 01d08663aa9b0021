/** Focuses the first input with an error or an open conflict. */
export const focusFirstWrong = (): void =>
  document.querySelector<HTMLElement>('#main [aria-invalid="true"], #main [data-remote] button')?.focus();
