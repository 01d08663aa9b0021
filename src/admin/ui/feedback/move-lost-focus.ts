/** Gives the focus to `target` if what had it has left the page. What was read is rendered in the next task. */
export async function moveLostFocus(target: HTMLElement | null | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (document.activeElement === document.body) target?.focus({ preventScroll: true });
}
