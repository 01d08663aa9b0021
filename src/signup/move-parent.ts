/** How long a page may take to start moving before the visitor is offered a link. */
const PATIENCE_MS = 1_000;

/**
 * Sends the window around this page, or the page itself when nothing is around it, to an address (decision 30).
 * @param onStuck called when that is not allowed, as in a sandboxed frame
 * @returns stops it
 */
export function moveParent(address: string, afterMs: number, onStuck: () => void): () => void {
  let patience: ReturnType<typeof setTimeout> | undefined;
  const timer = setTimeout(() => {
    // Some browsers refuse by an exception, some by doing nothing.
    patience = setTimeout(onStuck, PATIENCE_MS);
    try {
      window.parent.location.href = address;
    } catch {
      onStuck();
    }
  }, afterMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(patience);
  };
}
