import type { Theme } from '../../forms/public-face.ts';
import type { ChangedValue } from '../../registrations/registration-changes.ts';
import * as formWords from '../../texts/words/form.ts';
import * as words from '../../texts/words/mails.ts';
import { mapAddress } from '../event-line.ts';
import { escapeHtml } from '../text.ts';
import { type AccentColours, accentColours, type Scheme } from '../theme-colours.ts';
import { changeInWords, type EventItem, isChange, isCode, isEvent, type MailItem } from './mail-items.ts';
import { proseHtml, withLinks } from './mail-values.ts';

/** What all mails of an organisation have in common. */
export interface MailLetterhead {
  readonly name: string;
  /** The source of its picture: a part of the mail or, in a preview, its address. */
  readonly logo: string | null;
  readonly privacyUrl: string | null;
  readonly imprintUrl: string | null;
  readonly accessibilityUrl: string | null;
  /** A map's address with `{address}` in it; without one there are no links to maps. */
  readonly mapUrl: string | null;
  /** In marketing emails: where the person unsubscribes. */
  readonly unsubscribeUrl?: string | undefined;
  /** The source of the check-in code, in mails that have one. */
  readonly code?: string | undefined;
  /** The look of the series or form that a mail is about. */
  readonly theme?: Theme | null | undefined;
}

interface MailPage {
  readonly subject: string;
  /** The preview text that mail programs show next to the subject. */
  readonly preheader: string;
  readonly body: string;
  readonly letterhead: MailLetterhead;
  /** Why someone gets it; empty in mails to staff. */
  readonly reason: string;
  /** Whether it stays light in a dark scheme. */
  readonly isLight?: boolean;
}

/** For the light scheme, in each element's style, since a mail must be complete without its style sheet. */
const LIGHT = { ground: '#f4f4f7', sheet: '#fdfdfe', text: '#1b1b24', muted: '#5a5a69', line: '#dcdce4' };

type Accent = Omit<AccentColours, 'buttonHover'>;

/** For mails about a series or form without an accent. */
const NO_ACCENT: Readonly<Record<Scheme, Accent>> = {
  light: { accent: '#4f46e5', tint: '#f0efff', button: '#4f46e5', buttonText: '#fdfdfe', buttonEdge: '#4038cc' },
  dark: { accent: '#aaa6ff', tint: '#2a2942', button: '#5d54ee', buttonText: '#fdfdfe', buttonEdge: '#8d87f5' },
};

const accentOf = ({ theme }: Pick<MailLetterhead, 'theme'>, scheme: Scheme = 'light'): Accent =>
  theme?.accent ? accentColours(theme.accent, scheme) : NO_ACCENT[scheme];

const FONT = "font-family:'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";
/** Only fonts installed on devices, the first on Windows: Word, which draws the mails of Outlook, would otherwise use Times New Roman. */
export const FONTS: Readonly<Record<Theme['font'], string>> = {
  system: FONT,
  serif: "font-family:Georgia,'Iowan Old Style','Noto Serif','Times New Roman',serif",
  narrow:
    "font-family:'Arial Narrow','Avenir Next Condensed','Roboto Condensed','Liberation Sans Narrow',system-ui,sans-serif;font-stretch:condensed",
};
const inFont = ({ theme }: MailLetterhead, html: string): string => html.replaceAll(FONT, FONTS[theme?.font ?? 'system']);
const BODY = `${FONT};font-size:16px;line-height:24px;color:${LIGHT.text}`;
const SMALL = `${FONT};font-size:15px;line-height:22px`;
const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';
const linkStyle = (letterhead: MailLetterhead): string => `color:${accentOf(letterhead).accent};text-decoration:underline`;

/** The rules of the dark scheme by class; each is also written for Outlook's own dark mode. */
const darkOf = ({ accent, tint, button, buttonText, buttonEdge }: Accent) => [
  ['g', 'background:#111116!important'],
  ['s', 'background:#1b1b22!important;border-color:#40404c!important'],
  ['t,.t th', 'color:#f0f0f5!important'],
  ['m', 'color:#b3b3c1!important'],
  ['c', 'border-color:#40404c!important'],
  ['l', `color:${accent}!important`],
  ['d', `background:${tint}!important;color:${accent}!important`],
  ['b', `background:${button}!important;border-color:${buttonEdge}!important`],
  ['b a', `color:${buttonText}!important`],
  ['o', 'background:#fdfdfe!important;box-shadow:0 0 0 4px #fdfdfe'],
];

const darkRules = (accent: Accent, under: string): string =>
  darkOf(accent)
    .map(([name = '', rule = '']) => `${under}.${name.replace(',', `,${under}`)}{${rule}}`)
    .join('');

const PHONE =
  '.e{padding:0!important}.s{border-width:0 0 1px!important;border-radius:0!important}.p{padding:24px 20px!important}' +
  '.f{padding:20px 20px 28px!important}.w{width:100%!important}.w a{display:block!important}';

type Schemes = 'light only' | 'light dark' | 'dark only';
const SCHEMES = { auto: 'light dark', light: 'light only', dark: 'dark only' } as const;

function styles(letterhead: MailLetterhead, schemes: Schemes): string {
  const dark = (under: string): string => darkRules(accentOf(letterhead, 'dark'), under);
  const rules = {
    'light only': '',
    'light dark': `@media (prefers-color-scheme:dark){${dark('')}}${dark('[data-ogsc] ')}`,
    'dark only': dark(''),
  };
  return `<style>:root{color-scheme:${schemes}}.x p{margin:0 0 16px}.l{${linkStyle(letterhead)}}.n{white-space:nowrap}a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}@media (max-width:620px){${PHONE}}${rules[schemes]}</style>`;
}

/** Otherwise mail programs would continue with the greeting. */
const FILLER = '\u034f\u200c\u00a0'.repeat(90);

const preheaderHtml = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all" aria-hidden="true">${escapeHtml(text)}${FILLER}</div>`;

/** A paragraph; its direction is that of its text, and anything that belongs to it follows closely. */
export const paragraphHtml = (html: string, below = 16): string => `<p dir="auto" style="margin:0 0 ${below}px">${html}</p>`;

const anchor = (href: string, text: string, letterhead: MailLetterhead): string =>
  `<a href="${escapeHtml(href)}" class="l" style="${linkStyle(letterhead)}">${text}</a>`;

const tileHtml = ({ month, day }: NonNullable<EventItem['tile']>, { accent, tint }: Accent): string =>
  `<td width="56" valign="top" style="padding:16px 0 16px 16px" aria-hidden="true"><table ${TABLE} width="56" class="c" ` +
  `style="border:1px solid ${LIGHT.line};border-radius:8px;border-collapse:separate;overflow:hidden"><tr><td class="d" align="center" ` +
  `style="${FONT};font-size:12px;line-height:22px;font-weight:600;background:${tint};color:${accent}">${month}</td></tr>` +
  `<tr><td class="t" align="center" style="${FONT};font-size:22px;line-height:34px;font-weight:700;color:${LIGHT.text}">${day}</td></tr></table></td>`;

const cardTable = (rows: string): string =>
  `<table ${TABLE} width="100%" class="c" style="border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;margin:0 0 24px">${rows}</table>`;

/** The check-in code, light in a dark scheme too. */
export const codeHtml = (source: string): string =>
  `<table ${TABLE} width="100%" class="c" style="border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;margin:0 0 24px;background:#ffffff"><tr><td align="center" style="padding:16px;${SMALL};color:${LIGHT.text}">` +
  `<img src="${escapeHtml(source)}" width="240" height="240" alt="Check-in code (check-in-code.png is attached)" style="display:block"><div>${words.SHOW_CODE}</div></td></tr></table>`;

const titleHtml = (title: string): string =>
  `<div class="t" dir="auto" style="font-size:17px;line-height:24px;font-weight:600;color:${LIGHT.text}">${escapeHtml(title)}</div>`;

const lineHtml = (line: string): string => (line === '' ? '' : `<div dir="auto">${proseHtml(line)}</div>`);

function cardHtml({ title, position, date, tile, place, map, join }: EventItem, letterhead: MailLetterhead): string {
  const { mapUrl } = letterhead;
  const links = [
    ...(map === null || mapUrl === null
      ? []
      : [anchor(mapAddress(mapUrl, map.address), escapeHtml(formWords.mapOf(map.name)), letterhead)]),
    ...(join === '' ? [] : [anchor(join, words.JOIN_ONLINE, letterhead)]),
  ];
  const waits = position === '' ? '' : `<div class="t" style="font-weight:600;color:${LIGHT.text}">${escapeHtml(position)}</div>`;
  return cardTable(
    `<tr>${tile === null ? '' : tileHtml(tile, accentOf(letterhead))}<td class="m" valign="top" style="padding:16px;${SMALL};color:${LIGHT.muted}">${titleHtml(title)}${waits}` +
      `${lineHtml(date)}${lineHtml(place)}${links.map((link) => `<div dir="auto">${link}</div>`).join('')}</td></tr>`,
  );
}

/** Events beyond the first ones in a mail, which would make it too long for mail programs. */
function restHtml(items: readonly EventItem[]): string {
  const rows = items.map(({ title, position, date, place }) =>
    [`<strong>${escapeHtml(title)}</strong>`, ...[position, date, place].filter(Boolean).map(proseHtml)].join('<br>'),
  );
  return cardTable(
    `<tr><td class="t" style="padding:16px 16px 8px;${SMALL};color:${LIGHT.text}">${rows.map((row) => `<p dir="auto" style="margin:0 0 8px">${row}</p>`).join('')}</td></tr>`,
  );
}

function changesHtml(changes: readonly ChangedValue[]): string {
  const rows = changes.map(changeInWords).map(({ label, now, was }, index) => {
    const cell = `${index === 0 ? '' : `border-top:1px solid ${LIGHT.line};`}padding:12px 16px;${SMALL};text-align:left;vertical-align:top`;
    const before =
      was === ''
        ? ''
        : `<br><span class="m" style="color:${LIGHT.muted}"><span style="font-size:0;line-height:0">${words.WAS} </span><s>${proseHtml(was)}</s></span>`;
    const name = label.endsWith(':') ? label.slice(0, -1) : label;
    const named = name === '' ? '' : `<td class="m c" dir="auto" width="30%" style="${cell};color:${LIGHT.muted}">${escapeHtml(name)}</td>`;
    return `<tr>${named}<td class="t c" dir="auto"${name === '' ? ' colspan="2"' : ''} style="${cell};color:${LIGHT.text}"><strong>${proseHtml(now)}</strong>${before}</td></tr>`;
  });
  return cardTable(rows.join(''));
}

const CARDS_MAX = 5;

/** For one mail, in which only the first events have cards. */
export function listWriter(letterhead: MailLetterhead): (items: readonly MailItem[]) => string {
  let left = CARDS_MAX;
  return (items) => {
    let html = '';
    const rest: EventItem[] = [];
    const changes = items.filter(isChange);
    for (const item of items) {
      if (typeof item === 'string') html += paragraphHtml(withLinks(item));
      else if (isCode(item)) html += codeHtml(item.code);
      else if (isEvent(item) && left > 0) html += cardHtml(item, letterhead);
      else if (isEvent(item)) rest.push(item);
      if (isEvent(item)) left -= 1;
    }
    return html + (rest.length === 0 ? '' : restHtml(rest)) + (changes.length === 0 ? '' : changesHtml(changes));
  };
}

/** A mail's single button: a padded cell with a border, so that it still looks like one if colours are inverted. Outlook on Windows pads cells, but not links. */
export function buttonHtml(href: string, label: string, letterhead: MailLetterhead): string {
  const { button, buttonText, buttonEdge } = accentOf(letterhead);
  return (
    `<table ${TABLE} class="w" style="margin:0 0 24px;border-collapse:separate"><tr><td class="b" align="center" bgcolor="${button}" ` +
    `style="background:${button};border:1px solid ${buttonEdge};border-radius:8px;mso-padding-alt:11px 24px"><a href="${escapeHtml(href)}" ` +
    `style="display:inline-block;padding:11px 24px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${buttonText};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
  );
}

function headHtml({ name, logo }: MailLetterhead): string {
  const picture =
    logo === null
      ? ''
      : `<td style="padding:0 12px 0 0"><img class="o" src="${escapeHtml(logo)}" alt="" height="40" style="display:block;height:40px;max-width:120px;object-fit:contain;border:0;border-radius:6px"></td>`;
  return `<table ${TABLE} style="margin:0 0 28px"><tr>${picture}<td class="t" dir="auto" style="${BODY};font-weight:600">${escapeHtml(name)}</td></tr></table>`;
}

const noticesOf = (letterhead: MailLetterhead): { readonly label: string; readonly url: string }[] =>
  [
    { label: formWords.PRIVACY_NOTICE, url: letterhead.privacyUrl },
    { label: words.LEGAL_NOTICE, url: letterhead.imprintUrl },
    { label: words.ACCESSIBILITY, url: letterhead.accessibilityUrl },
    { label: words.UNSUBSCRIBE, url: letterhead.unsubscribeUrl ?? null },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));

function footHtml(letterhead: MailLetterhead, reason: string): string {
  const links = noticesOf(letterhead).map(({ label, url }) => anchor(url, label, letterhead));
  const lines = [...(reason === '' ? [] : [escapeHtml(reason)]), [escapeHtml(letterhead.name), ...links].join(' &nbsp;·&nbsp; ')];
  return lines.map((line) => `<div dir="auto">${line}</div>`).join('');
}

/** The lines below a mail's plain text. */
export const footText = (letterhead: MailLetterhead, reason: string): string =>
  [
    '\n\n-- ',
    ...(reason === '' ? [] : [reason]),
    letterhead.name,
    ...noticesOf(letterhead).map(({ label, url }) => `${label}: ${url}`),
    '',
  ].join('\n');

const footCell = `${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted}`;

/** The document of a mail, around a body that is not a complete document. */
export function mailPage({ subject, preheader, body, letterhead, reason, isLight = false }: MailPage): string {
  const { scheme = 'auto' } = letterhead.theme ?? {};
  const schemes = isLight ? 'light only' : SCHEMES[scheme];
  return inFont(
    letterhead,
    `<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<meta name="color-scheme" content="${schemes}"><title>${escapeHtml(subject)}</title>${styles(letterhead, schemes)}</head>\n` +
      `<body class="g" style="margin:0;padding:0;background:${LIGHT.ground}">${preheaderHtml(preheader)}` +
      `<table ${TABLE} width="100%" class="g" style="background:${LIGHT.ground};overflow-wrap:anywhere"><tr><td class="e" align="center" style="padding:28px 12px 0">` +
      `<table ${TABLE} width="600" class="s" style="width:100%;max-width:600px;background:${LIGHT.sheet};border:1px solid ${LIGHT.line};border-radius:14px;border-collapse:separate">` +
      `<tr><td class="p t x" style="padding:32px 40px 16px;${BODY}">\n${headHtml(letterhead)}${body}\n</td></tr></table></td></tr>` +
      `<tr><td class="f m" align="center" style="padding:20px 40px 36px;${footCell}">${footHtml(letterhead, reason)}</td></tr></table></body></html>`,
  );
}

/** Where the body of a document begins, after a separate hidden line: lists of mails show what is first. */
const BODY_BEGINS = /<body\b[^<>]*>(?:\s*(?:<!--[^<>]*-->\s*)?<(div|span)\b(?=[^<>]*\bdisplay\s*:\s*none)[^<>]*>[^<]*<\/\1\s*>)?/i;

/** Puts the letterhead into the body of a complete document. The document keeps its look, and the letterhead takes its text colour, since its background may be dark. */
export function withLetterhead(html: string, letterhead: MailLetterhead, reason: string): string {
  const inItsColours = (part: string): string => inFont(letterhead, part.replaceAll(/color:#[\da-f]{6}/g, 'color:inherit'));
  const above = inItsColours(headHtml(letterhead));
  const below = inItsColours(`<div style="margin:24px 0 0;${footCell}">${footHtml(letterhead, reason)}</div>`);
  if (!/<body[\s>]/i.test(html)) return above + html + below;
  const opened = html.replace(BODY_BEGINS, (body) => body + above);
  return /<\/body\s*>/i.test(opened) ? opened.replace(/<\/body\s*>/i, (body) => below + body) : opened + below;
}
