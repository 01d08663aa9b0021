/** A random key of 128 bits. `crypto.randomUUID` exists on https only. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
