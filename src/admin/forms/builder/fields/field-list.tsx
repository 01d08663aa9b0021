import { ActionIcon, Badge, Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { Children, Fragment, type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { byPath } from '#admin/records/row-edits.ts';
import { useMay } from '#admin/session/session.ts';
import { ToolMenu } from '#admin/ui/actions/tool-item.tsx';
import { type Action, action, hotkeysOf, useActions } from '#admin/ui/actions/use-actions.tsx';
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsSort,
  IconCopy,
  IconDots,
  IconPencil,
  IconTrash,
} from '#admin/ui/layout/icons.tsx';
import { offInPlace, quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconArrowDown, IconArrowUp, IconCoffee } from '#admin/ui/layout/tool-icons.tsx';
import { byLetter } from '#admin/ui/letter-keys.ts';
import { DragHandle } from '#admin/ui/table/drag-handle.tsx';
import { SortableRows, useSortableRow } from '#admin/ui/table/sortable-rows.tsx';
import { formCalls, formCallsOf } from '#contract/forms/form-calls.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import * as texts from '#contract/texts/builder.ts';
import classes from '#admin/ui/table/sortable-row.module.css';
import type { BrunchEvent, BuiltForm } from '../builder-texts.ts';
import type { FieldMark, FieldValues } from '../draft/builder-draft.ts';
import type { Builder } from '../draft/use-builder.ts';
import { FieldSettings, HelpTextInput, LabelInput } from './field-inputs.tsx';

interface FieldListProps extends Omit<OnField, 'field'>, Pick<FieldRowProps, 'onEdit'> {
  readonly form: BuiltForm;
  readonly builder: Builder;
  readonly onDone: (field: FormField) => void;
}

export function FieldList({ form, builder, onDone, ...actions }: FieldListProps) {
  const { fields } = builder.drafted;
  const handleMove = (id: string, index: number) => {
    const field = fields.find((each) => each.id === id);
    if (field !== undefined) builder.move(field, index);
  };
  const renderEditor = (field: FormField) =>
    field.id === builder.openId ? <FieldEditor form={form} field={field} builder={builder} onDone={onDone} /> : undefined;
  return (
    <section data-box="card" aria-labelledby="form-fields">
      <Group gap="0 8px" align="baseline" px={16} py={11} data-edge="bottom">
        <h3 id="form-fields" data-text="title">{`Form Fields (${fields.length})`}</h3>
        {fields.length === 0 ? null : <p data-text="small-quiet">Drag to reorder fields</p>}
      </Group>
      <VisuallyHidden role="status">{builder.announcement}</VisuallyHidden>
      {fields.length === 0 ? (
        <Text py="xl" px="md" ta="center" data-text="note">
          {texts.NO_FIELDS_YET}
        </Text>
      ) : (
        <SortableRows rows={fields} what="field" onMove={handleMove}>
          <ol data-ruled>
            {fields.map((field) => (
              <FieldRow key={field.id} field={field} count={fields.length} editor={renderEditor(field)} onMove={builder.move} {...actions}>
                <FieldSummary field={field} form={form} marks={builder.marksOf(field)} isNew={builder.isNew(field)} />
              </FieldRow>
            ))}
          </ol>
        </SortableRows>
      )}
    </section>
  );
}

type FieldEditorProps = Pick<FieldListProps, 'form' | 'builder' | 'onDone'> & { readonly field: FormField };

function FieldEditor({ form, field, builder, onDone }: FieldEditorProps) {
  const may = useMay();
  const edit = builder.edits[field.id];
  const inputs = {
    form,
    type: field.type,
    field: builder.bind(field, !may(formCallsOf[form.kind].editField)),
    savedOptions: edit?.saved.values.options,
    errors: byPath(edit?.errors ?? []),
    onChange: (values: Partial<FieldValues>) => builder.edit(field, values),
  };
  const editor = useRef<HTMLFormElement>(null);
  // Before anything else takes the focus, such as an input with an error.
  useLayoutEffect(() => editor.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDone(field);
  };
  return (
    <form ref={editor} className={classes.editor} data-edge="top" aria-label={`Edit ${field.label}`} noValidate onSubmit={handleSubmit}>
      <LabelInput {...inputs} />
      {takesAnswer(field) ? <HelpTextInput {...inputs} /> : null}
      <FieldSettings {...inputs} />
      <Group gap={8} justify="flex-end">
        {takesAnswer(field) ? (
          <Box component="p" me="auto" data-text="hint" data-breaks>
            Exports as <code>{field.name}</code>
          </Box>
        ) : null}
        {edit === undefined ? null : (
          <Button {...quietButtonProps} leftSection={<IconArrowBackUp />} onClick={() => builder.backToSaved(field)}>
            Back to saved
          </Button>
        )}
        <Button size="xs" variant="default" type="submit">
          Done
        </Button>
      </Group>
    </form>
  );
}

interface FieldRowProps extends OnField {
  readonly count: number;
  readonly children: ReactNode;
  readonly editor: ReactNode | undefined;
  readonly onMove: (field: FormField, index: number) => void;
  readonly onEdit: (field: FormField) => void;
}

function FieldRow({ field, count, onMove, onEdit, children, editor, ...on }: FieldRowProps) {
  const { row, handle } = useSortableRow(field.id);
  const { label, order } = field;
  const { tools, tool } = useActions(FIELD_ACTIONS, { field, ...on });
  const remove = tool('delete');
  return (
    <li
      {...row}
      className={classes.row}
      data-row="top wrap close"
      data-field={field.id}
      data-open={editor === undefined ? undefined : true}
      onKeyDown={getHotkeyHandler(byLetter(hotkeysOf(tools)))}
    >
      <DragHandle name={label} {...handle} />
      <div className={classes.body}>{children}</div>
      <div className={classes.actions} data-fixed>
        <RowAction label={`Move ${label} up`} icon={IconArrowUp} isDisabled={order === 0} onClick={() => onMove(field, order - 1)} />
        <RowAction
          label={`Move ${label} down`}
          icon={IconArrowDown}
          isDisabled={order === count - 1}
          onClick={() => onMove(field, order + 1)}
        />
        <RowAction label={`Edit ${label}`} icon={IconPencil} isExpanded={editor !== undefined} onClick={() => onEdit(field)} />
        {remove === undefined ? null : <RowAction {...remove} />}
        <ToolMenu tools={tools.filter((each) => each !== remove)} withinPortal={false}>
          <ActionIcon aria-label={`More for ${label}`}>
            <IconDots />
          </ActionIcon>
        </ToolMenu>
      </div>
      {editor}
    </li>
  );
}

interface RowActionProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isDisabled?: boolean;
  readonly isExpanded?: boolean;
  readonly onClick?: () => void;
}

const RowAction = ({ label, icon: Icon, isDisabled = false, isExpanded, onClick }: RowActionProps) => (
  <ActionIcon
    aria-label={label}
    aria-expanded={isExpanded}
    data-action={isExpanded === undefined ? undefined : 'edit'}
    onClick={isDisabled ? undefined : onClick}
    {...offInPlace(isDisabled)}
  >
    <Icon />
  </ActionIcon>
);

const ICON = { size: 14, style: { marginRight: 4, verticalAlign: -2 } };

interface FieldSummaryProps {
  readonly field: FormField;
  readonly form: BuiltForm;
  readonly marks: readonly FieldMark[];
  readonly isNew: boolean;
}

const BRUNCH_QUESTION = 'Is this event a brunch event?';

const yesOrNo = (isTrue: boolean): string => (isTrue ? 'Yes' : 'No');

/** Facts in a row, without those that are null. */
const Facts = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).map((fact, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- they never move
    <Fragment key={index}>
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
  return (
    <>
      <p>
        <IconCoffee {...ICON} aria-hidden="true" />
        <Facts>
          {`${BRUNCH_QUESTION} Yes`}
          {title === undefined ? null : <span dir="auto">{title}</span>}
          {field.brunch_event_id === null ? null : <code data-breaks>{field.brunch_event_id}</code>}
        </Facts>
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

const FieldSummary = ({ field, form, marks, isNew }: FieldSummaryProps) => (
  <>
    <div data-row="baseline wrap" style={{ rowGap: 0 }}>
      <h4 data-text="heading" dir="auto">
        {field.label}
      </h4>
      {isNew ? <Badge color="green">{texts.ON_THE_FORM_NOW}</Badge> : null}
      {marks.map((mark) => (
        <Group component="span" key={mark} display="inline-flex" gap={6} fz="xs" lh="xs" data-dot data-text="warn">
          {mark}
        </Group>
      ))}
    </div>
    <p>
      <Facts>
        {texts.FIELD_TYPE_LABELS[field.type]}
        {takesAnswer(field) ? <span>{field.required ? 'Required' : 'Optional'}</span> : <span>After the questions</span>}
        {`Show on slack: ${yesOrNo(takesAnswer(field) && field.show_on_slack)}`}
        {form.kind === 'series' && !field.brunch_event ? <span>{`${BRUNCH_QUESTION} No`}</span> : null}
      </Facts>
    </p>
    {hasOptions(field) ? <p dir="auto">{`Options: ${field.options.join(', ')}`}</p> : null}
    {form.kind === 'series' && field.brunch_event ? <Brunch field={field} form={form} /> : null}
  </>
);

/** Why visitors do not see a brunch field; undefined when its event is on the form. */
export function brunchProblem(field: Pick<FormField, 'brunch_event' | 'brunch_event_id'>, events: readonly BrunchEvent[]) {
  if (!field.brunch_event) return undefined;
  const event = events.find(({ id }) => id === field.brunch_event_id);
  if (event === undefined) return texts.BRUNCH_EVENT_GONE;
  if (!event.brunch_event) return texts.BRUNCH_EVENT_PLAIN;
  return event.show_on_form ? undefined : texts.BRUNCH_EVENT_HIDDEN;
}

interface OnField {
  readonly field: FormField;
  readonly onDelete: (field: FormField) => void;
  readonly onDuplicate: (field: FormField) => void;
  readonly onMoveTo: (field: FormField) => void;
}

export const DUPLICATE_FIELD: Action<OnField> = action('duplicate', 'Duplicate', IconCopy, [formCalls.addSeriesFields], {
  keys: ['mod+D'],
  run: ({ field, onDuplicate }) => onDuplicate(field),
});

/** A field's actions besides editing it and moving it by one; its menu has all of them but deleting. */
const FIELD_ACTIONS: readonly Action<OnField>[] = [
  DUPLICATE_FIELD,
  action('move', 'Move to position…', IconArrowsSort, [formCalls.editSeriesField], { run: ({ field, onMoveTo }) => onMoveTo(field) }),
  action('delete', ({ field }) => `Delete ${field.label}`, IconTrash, [formCalls.deleteSeriesField], {
    run: ({ field, onDelete }) => onDelete(field),
  }),
];
