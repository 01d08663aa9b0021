/**
 * The HTML document of the mail preview. The frame inherits the page's content security policy, so style sheets in the mail need
 * its nonce; scripts are blocked by that policy and by the frame's sandbox. The background is white as in most mail programs.
 */
export function mailDocument(html: string, styleNonce: string): string {
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${styleNonce}"`);
  return `<!doctype html><html lang="en-GB" style="background:#fff;color-scheme:light"><head><meta charset="utf-8"><title>Email preview</title><base target="_blank"></head><body style="margin:16px;overflow-wrap:anywhere;font-family:system-ui,-apple-system,'Segoe UI',sans-serif">${styled}</body></html>`;
}
