/** The document of the mail preview. Its frame inherits the page's content security policy, so style sheets in the mail need its nonce. */
export function mailDocument(html: string, styleNonce: string): string {
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${styleNonce}"`);
  return `<!doctype html><html lang="en-GB" style="background:#fff;color-scheme:light"><head><meta charset="utf-8"><title>Email preview</title><base target="_blank"></head><body style="margin:16px;overflow-wrap:anywhere;font-family:system-ui,-apple-system,'Segoe UI',sans-serif">${styled}</body></html>`;
}
