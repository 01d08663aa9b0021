/** The first input of a part of the page that is wrong, or at which a choice is open, takes the focus. */
export const focusFirstWrong = (within: Element | null | undefined): void =>
  within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-theirs] button')?.focus();
