/** A random UUID, taken from the end of an object URL: browsers have `crypto.randomUUID` on https only. */
export const randomUuid = (): string => URL.createObjectURL(new Blob()).slice(-36);
