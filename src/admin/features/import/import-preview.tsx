import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertCircle, IconFileText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { type ImportChoices, type ImportGroups, NO_CHOICES, rowsToSend } from './import-plan.ts';
import classes from './import-preview.module.css';
import { MarketingQuestion } from './marketing-question.tsx';
import type { Separator } from './parse-csv.ts';
import { PreviewColumns } from './preview-columns.tsx';
import { PreviewRows } from './preview-rows.tsx';
import type { ImportFile } from './read-file.ts';
import { type StepFocus, StepPane } from './step-pane.tsx';

const SEPARATOR_WORDS: Readonly<Record<Separator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** The read of who is in the event already. */
interface HereRead {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface ImportPreviewProps {
  file: ImportFile;
  groups: ImportGroups;
  here: HereRead;
  onBack: () => void;
  onCancel: () => void;
  onImport: (choices: ImportChoices) => void;
}

/** The second step: what the import would do, before anything is sent (decision 41). */
export function ImportPreview({ file, groups, here, onBack, onCancel, onImport }: ImportPreviewProps) {
  const step = useRef<StepFocus>(null);
  const [choices, setChoices] = useState(NO_CHOICES);
  const count = rowsToSend(groups, choices).length;
  return (
    <StepPane ref={step} label="Preview">
      <FileHead file={file} onBack={onBack} />
      <Tiles groups={groups} count={count} isHereKnown={!here.isPending && !here.isError} />
      <h3 className={classes.heading}>Columns</h3>
      <PreviewColumns columns={file.columns} />
      <PreviewRows groups={groups} />
      {groups.saysNo.length > 0 ? (
        <MarketingQuestion rows={groups.saysNo} noMeans={choices.noMeans} onChange={(noMeans) => setChoices({ ...choices, noMeans })} />
      ) : null}
      <LeaveOut groups={groups} choices={choices} onChange={setChoices} />
      {here.isError ? <HereFailure here={here} onRetry={() => step.current?.focus()} /> : null}
      <DialogFooter note="Nothing is sent to the people you import.">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={here.isPending} disabled={count === 0 || here.isError} onClick={() => onImport(choices)}>
          Import {counted(count, 'row')}
        </Button>
      </DialogFooter>
    </StepPane>
  );
}

function HereFailure({ here, onRetry }: { here: HereRead; onRetry: () => void }) {
  const handleRetry = () => {
    onRetry();
    void here.refetch();
  };
  return (
    <Alert
      className={classes.failure}
      color="red"
      icon={<IconAlertCircle size={16} stroke={1.75} />}
      title="Who is already here could not be read."
    >
      {messageOf(here.error)}{' '}
      <Button variant="default" size="xs" onClick={handleRetry}>
        Retry
      </Button>
    </Alert>
  );
}

function FileHead({ file, onBack }: { file: ImportFile; onBack: () => void }) {
  return (
    <div className={classes.file}>
      <IconFileText size={20} stroke={1.75} aria-hidden="true" />
      <div className={classes.fileAbout}>
        <p className={classes.fileName} dir="auto">
          {file.name}
        </p>
        <p className={classes.fileFormat}>
          {counted(file.rows.length, 'row')}, {SEPARATOR_WORDS[file.separator]}, {file.encoding}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onBack}>
        Choose another file
      </Button>
    </div>
  );
}

function Tiles({ groups, count, isHereKnown }: { groups: ImportGroups; count: number; isHereKnown: boolean }) {
  const tiles = [
    { label: 'will be added', value: formatCount(count) },
    { label: 'have problems', value: formatCount(groups.problem.length), tone: 'bad' },
    { label: 'are already here', value: isHereKnown ? formatCount(groups.here.length) : '…' },
    { label: 'say no to marketing', value: formatCount(groups.saysNo.length), tone: 'warn' },
  ];
  return (
    <ul className={classes.tiles} aria-label="What the import would do">
      {tiles.map(({ label, value, tone }) => (
        <li key={label}>
          <strong>{value}</strong> <span data-tone={value === '0' ? undefined : tone}>{label}</span>
        </li>
      ))}
    </ul>
  );
}

function LeaveOut({
  groups,
  choices,
  onChange,
}: {
  groups: ImportGroups;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}) {
  const { here, repeat } = groups;
  return (
    <div className={classes.leaveOut}>
      {here.length > 0 ? (
        <Checkbox
          label={`Leave out the ${here.length === 1 ? 'address that is' : `${formatCount(here.length)} addresses that are`} already in this event`}
          checked={choices.leavesOutHere}
          onChange={(event) => onChange({ ...choices, leavesOutHere: event.currentTarget.checked })}
        />
      ) : null}
      {repeat.length > 0 ? (
        <Checkbox
          label={`Leave out the ${repeat.length === 1 ? 'row that repeats' : `${formatCount(repeat.length)} rows that repeat`} an address further up in the file`}
          checked={choices.leavesOutRepeats}
          onChange={(event) => onChange({ ...choices, leavesOutRepeats: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  );
}
