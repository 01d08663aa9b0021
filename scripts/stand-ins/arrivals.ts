import type { OutsideWorld } from '#server/testing/services/outside-world.ts';
import type { ArrivedMail } from '#server/testing/services/smtp.ts';
import type { Behaviour } from '#server/testing/services/stand-in.ts';

// Shows developers every mail, message and lead that the product sent.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The behaviours of a stand-in, by their names on the page. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  works: { kind: 'work' },
  'is slow (8 s)': { kind: 'slow', ms: 8_000 },
  'asks to wait a minute': { kind: 'wait', retryAfterSeconds: 60 },
  'fails (500)': { kind: 'status', status: 500 },
  refuses: { kind: 'refuse', error: 'channel_not_found' },
  'hangs up': { kind: 'cut' },
  'loses its answer': { kind: 'lost' },
};

/** The services by their names in the page's addresses. */
export const SERVICES = { mail: 'smtp', slack: 'slack', copper: 'copper' } as const satisfies Record<string, keyof OutsideWorld>;

const timeOf = (at: Date): string => `<time datetime="${at.toISOString()}">${at.toLocaleTimeString('en-GB')}</time>`;

const facts = (rows: readonly (readonly [string, string | undefined])[]): string => {
  const given = rows.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`],
  );
  return `<dl>${given.join('')}</dl>`;
};

const newestFirst = <T>(list: readonly T[], show: (item: T, index: number) => string, none: string): string =>
  list.length === 0 ? `<p class="none">${none}</p>` : list.map(show).toReversed().join('');

function showMail({ at, recipients, parsed }: ArrivedMail, index: number): string {
  const { subject = '', from, replyTo = [], html, text = '', messageId } = parsed;
  const frame = `<iframe sandbox="" src="/mails/${index}.html" title="${escaped(`Mail: ${subject}`)}" loading="lazy"></iframe>`;
  return `<article><h3>${escaped(subject)}</h3>${facts([
    ['To', recipients.join(', ')],
    ['From', from === undefined ? '' : `${from.name} <${from.address ?? ''}>`],
    ['Reply to', replyTo.map(({ address = '' }) => address).join(', ')],
    ['Message-ID', messageId],
  ])}${html === undefined ? '' : frame}<details><summary>Text part</summary><pre>${escaped(text)}</pre></details>
  <p>${timeOf(at)} · <a href="/mails/${index}.eml" download>Whole mail</a></p></article>`;
}

const showMessage = ({ at, channel, text, blocks }: OutsideWorld['slack']['messages'][number]): string => {
  const lines = blocks.flatMap((block) => [block.text, ...(block.fields ?? [])]).flatMap((part) => (part === undefined ? [] : [part.text]));
  return `<article><h3>${escaped(text)}</h3>${facts([['Channel', channel]])}<pre>${escaped(lines.join('\n'))}</pre><p>${timeOf(at)}</p></article>`;
};

const showLead = ({ id, name, email, company_name: company, title, tags, details }: OutsideWorld['copper']['leads'][number]): string =>
  `<article><h3>${escaped(name)}</h3>${facts([
    ['Lead', String(id)],
    ['Email', email?.email],
    ['Company', company ?? ''],
    ['Title', title ?? ''],
    ['Tags', tags.join(', ')],
    ['Details', details],
  ])}</article>`;

function section(name: keyof typeof SERVICES, heading: string, behaviour: string, content: string): string {
  const options = Object.keys(BEHAVIOURS).map((words) => `<option${words === behaviour ? ' selected' : ''}>${escaped(words)}</option>`);
  return `<section aria-labelledby="${name}"><h2 id="${name}">${heading}</h2>
  <form method="post" action="/behaviours/${name}"><label>${heading} <select name="behaviour">${options.join('')}</select></label>
  <button>Set</button></form>${content}</section>`;
}

/** The name of each service's current behaviour. */
export type Moods = Readonly<Record<keyof typeof SERVICES, string>>;

/** Changes whenever the page has something new. */
export const versionOf = ({ slack, smtp, copper }: OutsideWorld, moods: Moods): string =>
  `"${[smtp.mails.length, slack.messages.length, copper.times.length, ...Object.values(moods)].join('-').replaceAll(/[^\w-]/g, '')}"`;

/** All arrivals, newest first. */
export function arrivals({ slack, smtp, copper }: OutsideWorld, moods: Moods): string {
  return [
    section(
      'mail',
      'Mail',
      moods.mail,
      newestFirst(smtp.mails, showMail, 'No mail yet: sign up with a form whose mail settings are filled in.'),
    ),
    section(
      'slack',
      'Slack',
      moods.slack,
      newestFirst(slack.messages, showMessage, 'No message yet: switch notifications on, with any channel ID.'),
    ),
    section(
      'copper',
      'Copper',
      moods.copper,
      newestFirst(copper.leads, showLead, 'No lead yet: give the series, form or event a Copper tag.'),
    ),
  ].join('');
}
