import { Box, Button, Group, Input, Stack } from '@mantine/core';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { getSettings } from '#admin/api/settings.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import { useSelf } from '#admin/session/session.ts';
import { BoundInput } from '#admin/ui/inputs/edit-fields.tsx';
import { typeInto } from '#admin/ui/inputs/type-into.ts';
import { IconAlertTriangle, IconMail } from '#admin/ui/layout/icons.tsx';
import { wholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { PlaceholderName } from '#contract/rules/mail/mail-placeholders.ts';
import { isBlank } from '#contract/rules/text.ts';
import { PLACEHOLDER_MEANINGS } from '#contract/texts/settings.ts';
import { starterMail } from '#contract/texts/words/mails.ts';
import { splitPlaceholders, templateWarnings } from './mail-placeholders.ts';
import classes from './template-editor.module.css';

const TEMPLATE_ROWS = 10;

interface TemplateEditorProps {
  label: string;
  field: BoundField<string>;
  placeholders: readonly PlaceholderName[];
  /** Those with a button; the others also work. */
  offered?: readonly PlaceholderName[];
}

export function TemplateEditor({ label, field, placeholders, offered = placeholders }: TemplateEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const warnings = templateWarnings(field.value, placeholders);

  const insert = (placeholder: string) => {
    const { current } = area;
    if (current !== null) typeInto(current, current.selectionStart, current.selectionEnd, placeholder);
  };

  return (
    <BoundInput label={label} field={field} className={classes.editor} data-stack>
      <Input.Wrapper className={classes.wrapper} data-stack label={label} error={field.error} id={id}>
        {/* A translating browser would change the names of placeholders, and the text behind the area. */}
        <div className={classes.box} data-stack data-error={field.error !== undefined} translate="no">
          <Box component="fieldset" p={6} bg="var(--t-sunken)" data-edge="bottom" data-row="stretch wrap close" aria-label="Placeholders">
            {offered.map((name) => (
              <button
                key={name}
                type="button"
                className={classes.chip}
                title={PLACEHOLDER_MEANINGS[name]}
                aria-label={`Insert %${name}%: ${PLACEHOLDER_MEANINGS[name]}`}
                onClick={() => insert(`%${name}%`)}
              >{`%${name}%`}</button>
            ))}
          </Box>
          <div className={classes.text}>
            {/* Behind the text area: highlights placeholders, and makes the area as tall as its text. */}
            <pre className={classes.marks} aria-hidden="true">
              {splitPlaceholders(field.value, placeholders).map(({ text, kind }, index) =>
                kind === 'plain' ? (
                  text
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
                  <mark key={index} data-kind={kind}>
                    {text}
                  </mark>
                ),
              )}
              {'\n'}
            </pre>
            <textarea
              ref={area}
              id={id}
              name={field.name}
              className={classes.area}
              rows={TEMPLATE_ROWS}
              value={field.value}
              aria-invalid={field.error !== undefined}
              aria-describedby={
                [...(field.error === undefined ? [] : [`${id}-error`]), ...(warnings.length === 0 ? [] : [`${id}-warnings`])].join(' ') ||
                undefined
              }
              onChange={(event) => field.onChange(event.currentTarget.value)}
            />
          </div>
        </div>
      </Input.Wrapper>
      {warnings.length === 0 ? null : (
        <Stack className={classes.unknown} component="ul" gap={4} mt={8} fz="xs" lh="xs" data-text="warn" id={`${id}-warnings`}>
          {warnings.map((sentence) => (
            <li key={sentence}>
              <IconAlertTriangle size={14} aria-hidden="true" />
              {sentence}
            </li>
          ))}
        </Stack>
      )}
    </BoundInput>
  );
}

interface StarterMailProps {
  kind: FormRef['kind'];
  from: BoundField<string>;
  subject: BoundField<string>;
  template: BoundField<string>;
}

/** Fills in an empty mail, with the reader's address as its sender if it has none; the focus moves to its template. */
export function StarterMail({ kind, from, subject, template }: StarterMailProps) {
  const self = useSelf();
  if (!isBlank(subject.value) || !isBlank(template.value)) return null;
  const starter = starterMail(kind, getSettings().organisation.name);
  const insert = () => {
    flushSync(() => {
      if (isBlank(from.value) && self !== undefined) from.onChange(self);
      subject.onChange(starter.subject);
      template.onChange(starter.template);
    });
    document.getElementsByName(template.name)[0]?.focus();
  };
  return (
    <Group className={wholeWidth} gap="8px 12px" data-text="small">
      <Button variant="default" size="xs" leftSection={<IconMail />} onClick={insert}>
        Insert a starter email
      </Button>
      <span>Fills in the sender, subject and template for you to edit.</span>
    </Group>
  );
}
