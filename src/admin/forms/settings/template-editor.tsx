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
import { editDistance } from '#contract/rules/address-suggestion.ts';
import type { PlaceholderName } from '#contract/rules/mail/mail-placeholders.ts';
import { isHtmlTemplate, unedited } from '#contract/rules/mail/mail-values.ts';
import { isBlank } from '#contract/rules/text.ts';
import { PLACEHOLDER_MEANINGS } from '#contract/texts/settings.ts';
import { starterMail } from '#contract/texts/words/mails.ts';
import classes from './template-editor.module.css';

const TEMPLATE_ROWS = 10;

interface TemplateEditorProps {
  label: string;
  field: BoundField<string>;
  placeholders: readonly PlaceholderName[];
  /** The placeholders with a button; others work too. */
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

const typed = (name: PlaceholderName): string => `%${name}%`;

/** How other programs write placeholders: `{{first_name}}`, `{!Contact.Name}`, `*|FNAME|*`, `[[name]]`, `[FIRST_NAME]`, `<<Name>>`. */
const FOREIGN = String.raw`\{\{[^{}\n]{1,40}\}\}|\{[!$]?[A-Za-z_.=]{2,40}\}|\*\|[^|\n]{1,40}\|\*|\[\[[^[\]\n]{1,40}\]\]|\[[A-Z_]{0,40}NAME\]|<<[^<>\n]{1,40}>>`;

const TAGS = String.raw`(?:</?(?!li\b|t[dhr]\b)[a-z][^<>%]{0,60}>){0,3}`;
/** A placeholder with blanks, invisible characters, a hyphen, tags of an HTML editor, or percent signs of a Chinese or Japanese keyboard or as entities. */
const ALMOST = String.raw`(?:[%％]|&#37;|&percnt;)\s?(?![A-F]{2}%|[A-Z]\s?%)${TAGS}[A-Z][A-Z_\-\p{Cf}]{0,28}${TAGS}[A-Z_]{0,28}${TAGS}\s?(?:[%％]|&#37;|&percnt;)`;

/** A placeholder, even without its last percent sign, or words between percent signs. Two hexadecimal letters are part of a percent-encoded address instead. */
const patternOf = (names: readonly PlaceholderName[]): RegExp =>
  new RegExp(`(%(?:${names.join('|')})(?:%|(?![A-Za-z_]))|%(?![A-Fa-f]{2}%)[A-Za-z][A-Za-z_ ]{0,28}[A-Za-z]%|${ALMOST}|${FOREIGN})`, 'u');

interface TextPart {
  readonly text: string;
  readonly kind: 'plain' | 'placeholder' | 'unknown';
}

/** Splits a template into placeholders of these `names`, words that look like one, and the text between them. Joined, the parts are the template again. */
export function splitPlaceholders(template: string, names: readonly PlaceholderName[]): TextPart[] {
  const known: readonly string[] = names.map(typed);
  const kindOf = (word: string) => (known.includes(word) ? 'placeholder' : 'unknown');
  // The split alternates between text and placeholders.
  const parts = template.split(patternOf(names)).map((text, index): TextPart => ({ text, kind: index % 2 === 0 ? 'plain' : kindOf(text) }));
  return parts.filter(({ text }) => text !== '');
}

const SUGGESTION_DISTANCE_MAX = 3;

/** The placeholder that a mistyped word resembles most, if it is close enough. */
function closestPlaceholder(word: string, names: readonly PlaceholderName[]): string | undefined {
  const upper = `%${word.replaceAll(/(?<!<)<[^<>]*>(?!>)|&\w+;|[^a-z]/gi, '').toUpperCase()}%`;
  const [closest] = names
    .map(typed)
    .map((name) => ({ name, distance: editDistance(upper, name) }))
    .toSorted((a, b) => a.distance - b.distance);
  return closest !== undefined && closest.distance <= SUGGESTION_DISTANCE_MAX ? closest.name : undefined;
}

/** A warning for each word of a text that looks like a placeholder but is not one, and will therefore be sent unchanged. */
export function unknownPlaceholders(text: string, names: readonly PlaceholderName[]): string[] {
  const words = new Set(splitPlaceholders(unedited(text), names).flatMap((part) => (part.kind === 'unknown' ? [part.text] : [])));
  return [...words].map((word) => {
    const suggestion = closestPlaceholder(word, names);
    return `${word} isn't a placeholder. It will be sent as typed.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
  });
}

/** The address of a link or picture without a server, which only works on a page of the same site; one that begins with a placeholder is complete. */
const WITHOUT_SITE = /\s(?:href|src)\s*=\s*["']?(?!#|%|(?!data:|file:|blob:|cid:image)[a-z][a-z\d+.-]*:)(?<address>[^\s"'<>]{1,60})/gi;

export function templateWarnings(template: string, names: readonly PlaceholderName[]): string[] {
  const addresses = isHtmlTemplate(template) ? Array.from(template.matchAll(WITHOUT_SITE), ({ groups }) => groups?.address) : [];
  const warnings = addresses.map((address) => `${address} can't be opened from an email. Enter the full address, with https://.`);
  return [...unknownPlaceholders(template, names), ...new Set(warnings)];
}
