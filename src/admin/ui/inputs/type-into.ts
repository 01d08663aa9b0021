/** Replaces part of the text as if typed, so that the browser can undo it. The caret is then behind the new part. */
export function typeInto(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to change a text that keeps the browser's undo
  if (from < to || text !== '') document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
