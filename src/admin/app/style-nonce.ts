/**
 * The nonce that the page's security policy asks of style elements. Also left where the library behind our dialogs looks
 * for it, which hides the page's scroll bar by a style element of its own.
 */
export function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
