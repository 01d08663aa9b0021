import { useState } from 'react';

/** Makes keys for adds (decision 19): the same as long as the same is sent, a new one for anything else. */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()): (body: unknown) => string {
  let sent: { body: string; key: string } | undefined;
  return (body) => {
    const text = JSON.stringify(body);
    if (sent?.body !== text) sent = { body: text, key: newKey() };
    return sent.key;
  };
}

/**
 * Keys for the adds of one form or dialog: trying again after a lost answer adds nothing twice. The keys end with the
 * component, so that the same can be added on purpose later.
 */
export function useIdempotencyKeys(): (body: unknown) => string {
  const [keyOf] = useState(() => createIdempotencyKeys());
  return keyOf;
}
