/** A random UUID, with which the address of any object ends. Browsers have `crypto.randomUUID` on https only. */
export const randomUuid = (): string => URL.createObjectURL(new Blob()).slice(-36);
