/** The first input of the page that is wrong, or at which a choice is open, takes the focus. */
export const focusFirstWrong = (): void =>
  document.querySelector<HTMLElement>('#main [aria-invalid="true"], #main [data-theirs] button')?.focus();
