/**
 * The nonce that the page's security policy requires of style elements. Also stored where react-remove-scroll looks for it, which hides the
 * scroll bar with its own style element.
 */
export function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
