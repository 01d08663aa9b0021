import { useState } from 'react';

/** Makes keys for adds: the same key while the body stays the same, a new one for any other body. */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()): (body: unknown) => string {
  let sent: { body: string; key: string } | undefined;
  return (body) => {
    const text = JSON.stringify(body);
    if (sent?.body !== text) sent = { body: text, key: newKey() };
    return sent.key;
  };
}

/**
 * Idempotency keys for one form or dialog: repeating an add whose answer was lost adds nothing twice. The keys live as long as the
 * component, so the same thing can be added again later on purpose.
 */
export function useIdempotencyKeys(): (body: unknown) => string {
  const [keyOf] = useState(() => createIdempotencyKeys());
  return keyOf;
}
