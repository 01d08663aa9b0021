/** What follows these in a link to an event of Google Calendar is its id. */
const ID_IN_LINK = /(?:\/eventedit\/|[?&]eid=)([^/?&#]+)/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What stands for `{id}` in a link by this template; empty when it is none. */
function idByTemplate(link: string, template: string): string {
  const [before = '', after = ''] = template.split('{id}');
  if (!link.startsWith(before) || !link.endsWith(after)) return '';
  return link.slice(before.length, link.length - after.length).split(/[/?&#]/)[0] ?? '';
}

/** The id in the link of a calendar event, by the template of such links (`https://…/{id}`) or in Google's own forms; undefined for other texts. */
export function calendarIdIn(text: string, template: string): string | undefined {
  const link = text.trim();
  if (!/^https?:\/\/\S+$/.test(link)) return undefined;
  const id = idByTemplate(link, template) || ID_IN_LINK.exec(link)?.[1];
  return id === undefined ? undefined : decoded(id);
}
