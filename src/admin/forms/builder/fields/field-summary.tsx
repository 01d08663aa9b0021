import { Group } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { IconCoffee } from '#admin/ui/layout/tool-icons.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import * as texts from '#contract/texts/builder.ts';
import classes from '#admin/ui/table/sortable-row.module.css';
import type { BrunchEvent, BuiltForm } from '../builder-texts.ts';
import type { FieldMark } from '../draft/builder-draft.ts';

const ICON = { size: 14, style: { marginRight: 4, verticalAlign: -2 } };

interface FieldSummaryProps {
  readonly field: FormField;
  readonly form: BuiltForm;
  readonly marks: readonly FieldMark[];
  readonly isNew: boolean;
}

const yesOrNo = (isTrue: boolean): string => (isTrue ? 'Yes' : 'No');

const Facts = ({ facts }: { facts: readonly { key: string; fact: ReactNode }[] }) =>
  facts.map(({ key, fact }, index) => (
    <Fragment key={key}>
      {index === 0 ? null : (
        <span>
          {' '}
          <span aria-hidden="true" style={{ marginInline: 3 }}>
            ·
          </span>{' '}
        </span>
      )}
      <span>{fact}</span>
    </Fragment>
  ));

function Brunch({ field, form: { events } }: Pick<FieldSummaryProps, 'field' | 'form'>) {
  const title = events.find(({ id }) => id === field.brunch_event_id)?.event_title;
  const problem = brunchProblem(field, events);
  const facts = [
    { key: 'is', fact: `Is this event a brunch event? ${yesOrNo(field.brunch_event)}` },
    ...(title === undefined ? [] : [{ key: 'event', fact: <span dir="auto">{title}</span> }]),
    ...(field.brunch_event_id === null ? [] : [{ key: 'id', fact: <code data-cut>{field.brunch_event_id}</code> }]),
  ];
  return (
    <>
      <p>
        {field.brunch_event ? <IconCoffee {...ICON} aria-hidden="true" /> : null}
        <Facts facts={facts} />
      </p>
      {problem === undefined ? null : (
        <p className={classes.problem}>
          <IconAlertTriangle {...ICON} aria-hidden="true" />
          {problem}
        </p>
      )}
    </>
  );
}

export function FieldSummary({ field, form, marks, isNew }: FieldSummaryProps) {
  const facts = [
    { key: 'type', fact: texts.FIELD_TYPE_LABELS[field.type] },
    ...(takesAnswer(field) ? [{ key: 'required', fact: field.required ? 'Required' : 'Optional' }] : []),
    { key: 'slack', fact: `${texts.SHOW_ON_SLACK}: ${yesOrNo(field.show_on_slack)}` },
  ];
  return (
    <>
      <div data-row="baseline wrap" style={{ rowGap: 0 }}>
        <h4 data-text="heading" dir="auto">
          {field.label}
        </h4>
        {isNew ? <span className={classes.added}>{texts.ON_THE_FORM_NOW}</span> : null}
        {marks.map((mark) => (
          <Group component="span" key={mark} display="inline-flex" gap={6} fz="xs" lh="xs" data-dot data-text="warn">
            {mark}
          </Group>
        ))}
      </div>
      <p>
        <Facts facts={facts} />
      </p>
      {hasOptions(field) ? <p dir="auto">{`Options: ${field.options.join(', ')}`}</p> : null}
      {form.kind === 'series' && (hasOptions(field) || field.brunch_event) ? <Brunch field={field} form={form} /> : null}
    </>
  );
}

/** Why visitors do not see a brunch field; undefined when its event is on the form. */
export function brunchProblem(
  field: Pick<FormField, 'brunch_event' | 'brunch_event_id'>,
  events: readonly BrunchEvent[],
): string | undefined {
  if (!field.brunch_event) return undefined;
  const event = events.find(({ id }) => id === field.brunch_event_id);
  if (event === undefined) return texts.BRUNCH_EVENT_GONE;
  if (!event.brunch_event) return texts.BRUNCH_EVENT_PLAIN;
  return event.show_on_form ? undefined : texts.BRUNCH_EVENT_HIDDEN;
}
