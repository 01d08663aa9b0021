import { escapeHtml } from '#contract/rules/text.ts';
import { SIGN_IN_CHANNEL, SIGN_IN_HANDOVER, type SignInMessage } from '#contract/session/sign-in.ts';
import { inlineSource } from '#server/http/headers/header-profiles.ts';

/** In a popup, or in the whole page because the popup was blocked. */
export type SignInMode = 'popup' | 'redirect';

/** Hands the message to our own origin, by a BroadcastChannel in case the provider's opener policy has cut `opener`, otherwise by the session storage. */
const SCRIPT = `
const { mode, message } = JSON.parse(document.getElementById('message').textContent);
if (mode === 'redirect') {
  try { sessionStorage.setItem('${SIGN_IN_HANDOVER}', JSON.stringify(message)); } catch {}
  location.replace('/');
} else {
  if (window.opener) window.opener.postMessage(message, location.origin);
  new BroadcastChannel('${SIGN_IN_CHANNEL}').postMessage(message);
  setTimeout(() => window.close(), 100);
}
`;

const STYLE = `
:root { color-scheme: light dark; --ground: #fafafa; --text: #18181b; --link: #4338ca; }
@media (prefers-color-scheme: dark) { :root { --ground: #111114; --text: #ededf0; --link: #a5b4fc; } }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
  font: 0.875rem/1.25rem -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; background: var(--ground); color: var(--text); }
a { color: var(--link); }
`;

/** With the app's opener policy the browser would cut the popup off when the provider, which has none, redirects back. */
export const signInPageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${inlineSource(SCRIPT)}`,
    `style-src ${inlineSource(STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'unsafe-none',
  'referrer-policy': 'no-referrer',
} as const;

/** The page at the end of a sign-in; its text is read only when the window cannot close itself. */
export function renderCallbackPage(mode: SignInMode, message: SignInMessage): string {
  const words = message.outcome === 'signed-in' ? 'You are signed in. You can close this window.' : message.message;
  const data = JSON.stringify({ mode, message }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in - Turnout</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p role="status">${escapeHtml(words)}</p>
<noscript><p>Signing in needs JavaScript. Please switch it on and try again.</p></noscript>
<p><a href="/">Open Turnout</a></p>
</main>
<script type="application/json" id="message">${data}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
