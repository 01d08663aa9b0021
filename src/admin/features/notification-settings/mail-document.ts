/**
 * The document of a mail's preview. A frame takes over the page's security policy, so that style sheets in the mail need its
 * nonce; scripts run neither by that policy nor by the frame's sandbox. Links lead nowhere there, and the ground is white, as in
 * most mail programs: the mail sets its colours against it.
 */
export function mailDocument(html: string, styleNonce: string): string {
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${styleNonce}"`);
  return `<!doctype html><html lang="en-GB" style="background:#fff;color-scheme:light"><head><meta charset="utf-8"><title>Email preview</title><base target="_blank"></head><body style="margin:16px;overflow-wrap:anywhere;font-family:system-ui,-apple-system,'Segoe UI',sans-serif">${styled}</body></html>`;
}
