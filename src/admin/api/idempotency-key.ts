import { useState } from 'react';

interface IdempotencyKeys {
  /** The same key while the body stays the same, a new one for any other body. */
  readonly keyOf: (body: unknown) => string;
  /** Gives the same body a new key, where it may be sent again after a success to do more. */
  readonly forget: () => void;
}

/** Makes keys for adds. */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()): IdempotencyKeys {
  let sent: { body: string; key: string } | undefined;
  return {
    keyOf: (body) => {
      const text = JSON.stringify(body);
      if (sent?.body !== text) sent = { body: text, key: newKey() };
      return sent.key;
    },
    forget: () => {
      sent = undefined;
    },
  };
}

/** Keys for one form or dialog: repeating an add whose answer was lost adds nothing twice. */
export function useIdempotencyKeys(): IdempotencyKeys {
  const [keys] = useState(() => createIdempotencyKeys());
  return keys;
}
