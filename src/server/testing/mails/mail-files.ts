import ICAL from 'ical.js';
import PostalMime from 'postal-mime';

/** A calendar file as read by another program. */
export function readEntry(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content));
  const [entry] = calendar.getAllSubcomponents('vevent');
  const valueOf = (name: string) => entry?.getFirstPropertyValue(name);
  return {
    method: calendar.getFirstPropertyValue('method'),
    start: valueOf('dtstart')?.toString(),
    uid: valueOf('uid'),
    sequence: valueOf('sequence'),
    summary: valueOf('summary'),
    status: valueOf('status'),
    location: valueOf('location'),
  };
}

/** The files of a mail as it was sent. */
export const filesOf = (raw: string) =>
  PostalMime.parse(raw, { attachmentEncoding: 'utf8' }).then(({ attachments }) =>
    attachments.map(({ filename, mimeType, content, disposition }) => ({
      filename,
      mimeType,
      disposition,
      content: typeof content === 'string' ? content : '',
    })),
  );
