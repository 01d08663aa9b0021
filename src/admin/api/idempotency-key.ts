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

/** Keys for one form or dialog: repeating an add whose answer was lost adds nothing twice. */
export function useIdempotencyKeys(): (body: unknown) => string {
  const [keyOf] = useState(() => createIdempotencyKeys());
  return keyOf;
}
