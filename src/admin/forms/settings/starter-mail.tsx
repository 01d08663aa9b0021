import { Button, Group } from '@mantine/core';
import { flushSync } from 'react-dom';
import type { BoundField } from '#admin/records/use-record.ts';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import { WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { isBlank } from '#contract/rules/text.ts';
import { INSERT_STARTER_MAIL, STARTER_MAIL_HINT } from '#contract/texts/settings.ts';
import { STARTER_MAILS } from '#contract/texts/words/mails.ts';

interface StarterMailProps {
  kind: FormRef['kind'];
  subject: BoundField<string>;
  template: BoundField<string>;
}

/** Fills in an empty mail; the focus goes to its template. */
export function StarterMail({ kind, subject, template }: StarterMailProps) {
  if (!isBlank(subject.value) || !isBlank(template.value)) return null;
  const insert = () => {
    flushSync(() => {
      subject.onChange(STARTER_MAILS[kind].subject);
      template.onChange(STARTER_MAILS[kind].template);
    });
    document.getElementsByName(template.name)[0]?.focus();
  };
  return (
    <WholeWidth>
      <Group gap="8px 12px" variant="small">
        <Button variant="default" size="xs" leftSection={<IconMail />} onClick={insert}>
          {INSERT_STARTER_MAIL}
        </Button>
        <span>{STARTER_MAIL_HINT}</span>
      </Group>
    </WholeWidth>
  );
}
