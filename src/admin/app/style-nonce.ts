/** The nonce for style elements; also stored where react-remove-scroll, which makes its own, looks for it. */
export function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
