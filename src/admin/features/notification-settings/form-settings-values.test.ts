import { describe, expect, test } from 'vitest';
import { FORM_SHAPE, hasDownloadWithoutMail, savedFormSettings } from './form-settings-values.ts';

const saved = savedFormSettings({
  title: 'Coaching brochure',
  send_notifications_slack: false,
  slack_channel_id: null,
  copper_tag: null,
  email_forward: null,
  email_from: 'courses@example.com',
  email_subject: 'Your brochure',
  email_template: 'Here it is.',
  donwloadable_content: true,
});

describe('the settings of a marketing form', () => {
  test("EDIT-6: an invalid address and an empty title are reported at their fields, with the server's messages", () => {
    expect(FORM_SHAPE.problemsOf({ email_forward: 'a@b', title: ' ' })).toEqual({
      email_forward: 'Please enter a valid email address',
      title: 'Please enter a title',
    });
    expect(FORM_SHAPE.problemsOf({ email_forward: '', donwloadable_content: false })).toEqual({});
  });

  test('a stored draft can be read again, including the download box', () => {
    const edits = { local: { donwloadable_content: false, title: 'Booklet' }, base: { donwloadable_content: true, title: 'Brochure' } };
    expect(FORM_SHAPE.schema.parse(JSON.parse(JSON.stringify(edits)))).toEqual(edits);
  });

  test.each(['email_from', 'email_subject', 'email_template'] as const)(
    'EDIT-13: without %s the promised download is never delivered',
    (name) => {
      expect(hasDownloadWithoutMail(saved)).toBe(false);
      expect(hasDownloadWithoutMail({ ...saved, [name]: ' ' })).toBe(true);
      expect(hasDownloadWithoutMail({ ...saved, [name]: '', donwloadable_content: false })).toBe(false);
    },
  );
});
