import { type ReactNode, type RefObject, useRef } from 'react';
import { answersOfList, type AttendeeListParams, isLimited, toggleAnswer } from '#admin/reads/attendee-list-params.ts';
import { useNow } from '#admin/ui/format/dates-context.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { IconDownload, IconMail, IconX } from '#admin/ui/layout/icons.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import { IconFilter } from '#admin/ui/layout/tool-icons.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { EmailAttendeesDialog } from '../dialogs/email-attendees-dialog.tsx';
import { useEmailAttendees } from '../dialogs/use-email-attendees.ts';
import { columnLabel } from '../submission-values.ts';
import { useExport } from '../use-export.ts';
import { useUpload } from '../use-upload.ts';
import { AnswerMenu } from './answer-menu.tsx';
import { answerLabel } from './counted-questions.ts';
import classes from './filter-row.module.css';

interface FilterRowProps {
  scope: AttendeeScope;
  scopeTitle: string;
  fields: readonly FormField[];
  list: AttendeeListParams;
  onListChange: (list: AttendeeListParams) => void;
  matches: number;
  total: number;
  table: RefObject<HTMLElement | null>;
}

/** The upload, answers and sources that a list is limited to, each to be removed, and what can be done with those people. */
export const FilterRow = (props: FilterRowProps) => (isLimited(props.list) ? <Limits {...props} /> : null);

function Limits({ scope, scopeTitle, fields, list, onListChange, matches, total, table }: FilterRowProps) {
  const upload = useUpload(scope, list.import);
  const exporting = useExport(scope);
  const todayFrom = startOfToday(useNow());
  const email = useEmailAttendees(scope, matches, { isInView: true, todayFrom, list });
  const row = useRef<HTMLDivElement>(null);
  const remove = (next: AttendeeListParams) => {
    onListChange(next);
    // What was clicked disappears.
    const other = row.current?.querySelector<HTMLElement>(`.${classes.chip}:not(:focus)`);
    (other ?? table.current)?.focus({ preventScroll: true });
  };
  return (
    <div ref={row} className={classes.row} data-row="wrap">
      <IconFilter className={classes.icon} aria-hidden="true" />
      {list.import === undefined ? null : (
        <Chip onRemove={() => remove({ ...list, import: undefined })}>
          {upload === undefined ? 'Upload' : `Upload ‘${upload.file_name}’`}
        </Chip>
      )}
      {Object.entries(answersOfList(list)).map(([name, value]) => (
        <Chip key={name} onRemove={() => remove(toggleAnswer(list, name, value))}>
          <span className={classes.question} dir="auto">
            {columnLabel(fields, name)}
          </span>{' '}
          <bdi>{answerLabel(value)}</bdi>
        </Chip>
      ))}
      <AnswerMenu scope={scope} fields={fields} list={list} onListChange={onListChange} table={table} total={total} />
      <div className={classes.end} data-row="wrap">
        <span className={classes.matches} data-variant="second" role="status">
          <strong data-variant="stressed">{formatCount(matches)}</strong> of {counted(total, 'attendee')}
        </span>
        {matches === 0 ? null : (
          <>
            <ToolButton
              tool={{
                label: `Email these ${formatCount(matches)}`,
                icon: IconMail,
                isPending: email.isPending,
                ...(email.href === undefined ? {} : { href: email.href }),
                onClick: email.start,
              }}
            />
            <ToolButton
              tool={{
                label: `Export these ${formatCount(matches)}`,
                icon: IconDownload,
                isPending: exporting.isPending,
                onClick: () => exporting.mutate({ list }),
              }}
            />
          </>
        )}
        <ToolButton
          tool={{ label: 'Clear filter', icon: IconX, onClick: () => remove({ ...list, import: undefined, answers: undefined }) }}
        />
      </div>
      {email.show((addresses) => (
        <EmailAttendeesDialog title={`Email ${counted(matches, 'attendee')} of ‘${scopeTitle}’`} addresses={addresses} />
      ))}
    </div>
  );
}

const Chip = ({ children, onRemove }: { children: ReactNode; onRemove: () => void }) => (
  <button type="button" className={classes.chip} aria-pressed onClick={onRemove}>
    <span className={classes.text}>{children}</span> <IconX size={14} aria-label="(remove this filter)" />
  </button>
);
