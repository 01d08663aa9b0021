import { createHash } from 'node:crypto';
import type { LocalAccount } from './accounts.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #fafafa; --surface: #fff; --hover: #f7f7f8; --border: #e7e7ea; --dash: #b0b0b8; --text: #18181b;
  --text-2: #4a4a52; --text-3: #66666f; --accent: #4f46e5; --focus: #4338ca; --warn: #83470c; --warn-soft: #fff6ea; }
@media (prefers-color-scheme: dark) { :root { --ground: #111114; --surface: #18181c; --hover: #1e1e23; --border: #2e2e35; --dash: #54545d;
  --text: #ededf0; --text-2: #c9c9cf; --text-3: #a6a6ae; --accent: #5f5af0; --focus: #a5b4fc; --warn: #f59f3c; --warn-soft: #2b2115; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; grid-template-columns: minmax(0, 400px); padding: 16px;
  background: var(--ground); color: var(--text); font: 0.875rem/1.25rem -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
.top { padding: 32px 32px 24px; }
.brand { display: flex; align-items: center; gap: 8px; font-size: 1rem; font-weight: 600; }
h1 { margin: 32px 0 8px; font-size: 1.5rem; line-height: 2rem; font-weight: 600; }
p { margin: 0; color: var(--text-2); }
.tear { position: relative; border-top: 1px dashed var(--dash); margin: 0 8px; }
.tear::before, .tear::after { content: ""; position: absolute; top: -9px; width: 18px; height: 18px; border-radius: 50%;
  background: var(--ground); border: 1px solid var(--border); }
.tear::before { left: -18px; clip-path: inset(0 0 0 8px); }
.tear::after { right: -18px; clip-path: inset(0 8px 0 0); }
form, .bottom { padding: 24px 32px 32px; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
button { width: 100%; font: inherit; color: inherit; text-align: start; cursor: pointer; border-radius: 8px; border: 1px solid var(--border);
  background: var(--surface); min-height: 40px; }
button:hover { background: var(--hover); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.account { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 8px 16px; }
.who { flex: 1 1 200px; min-width: 0; overflow-wrap: anywhere; }
.name { display: block; font-weight: 600; }
.email { display: block; font-size: 0.8125rem; color: var(--text-2); }
.note { font-size: 0.75rem; line-height: 1rem; padding: 2px 6px; border-radius: 4px; background: var(--warn-soft); color: var(--warn); }
.quiet { margin-top: 8px; border-color: transparent; text-align: center; color: var(--text-2); }
.hint { margin-top: 16px; font-size: 0.75rem; line-height: 1rem; color: var(--text-3); }
a { color: var(--focus); }
`;

/** Confirms immediately, since the sign-out was confirmed on our own page; the button is for browsers without JavaScript. */
const SUBMIT_SCRIPT = "document.querySelector('button').click();";
const MARK = `<svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true"><path fill="var(--accent)" d="M5 2h14a3 3 0 0 1 3 3v4.2a2.9 2.9 0 0 0 0 5.6V19a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-4.2a2.9 2.9 0 0 0 0-5.6V5a3 3 0 0 1 3-3Z"/><path fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" d="m7.6 12.3 3 3 5.8-6.4"/></svg>`;

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Headers of all answers; the forms of the pages may redirect to `clientOrigin`. */
export const localIdentityHeaders = (clientOrigin: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${hashSource(SUBMIT_SCRIPT)}`,
    `style-src ${hashSource(STYLE)}`,
    "base-uri 'none'",
    `form-action 'self' ${clientOrigin}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} - Turnout</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="top"><div class="brand">${MARK}<span>Turnout</span></div>
${content}
</main>
</body>
</html>
`;

const accountRow = ({
  id,
  name,
  email,
  note,
}: LocalAccount): string => `<li><button class="account" name="account" value="${escapeHtml(id)}">
<span class="who"><span class="name">${escapeHtml(name)}</span><span class="email">${escapeHtml(email)}</span></span>
${note === undefined ? '' : `<span class="note">${escapeHtml(note)}</span>`}</button></li>`;

export const accountPicker = (accounts: readonly LocalAccount[]): string =>
  page(
    'Choose an account',
    `<h1>Choose an account</h1>
<p>These accounts exist on this machine only, for trying things out.</p></div>
<div class="tear"></div>
<form method="post">
<ul>${accounts.map(accountRow).join('')}</ul>
<button class="quiet" name="cancel" value="yes">Cancel</button>
<p class="hint">On a server that others use, staff sign in with your identity provider: set OIDC_ISSUER.</p>
</form>`,
  );

/** @param form the provider's sign-out form, as HTML */
export const signOutPage = (form: string): string =>
  page(
    'Sign out',
    `<h1>Signing out</h1></div>
${form}
<div class="bottom"><button form="op.logoutForm" name="logout" value="yes" class="quiet">Sign out</button></div>
<script>${SUBMIT_SCRIPT}</script>`,
  );

export const noticePage = (title: string, text: string): string =>
  page(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p></div>`);
