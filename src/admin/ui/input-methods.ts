/** The page ignores keys with which an input method composes a word, such as the final Enter, which is number 229 in Safari. */
export function leaveKeysToInputMethods(): void {
  const leave = (event: KeyboardEvent): void => {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else shows it in Safari
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', leave, true);
}
