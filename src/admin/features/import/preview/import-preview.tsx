import { Alert, Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { counted, formatCount } from '#admin/ui/format/counts.ts';
import { IconAlertCircle, IconArrowRight, IconFileText } from '#admin/ui/layout/icons.tsx';
import type { ImportRow } from '../file/import-rows.ts';
import type { Separator } from '../file/parse-csv.ts';
import type { ImportFile } from '../file/read-file.ts';
import { existingAttendeesQuery } from '../import-queries.ts';
import type { ImportRun } from '../run/import-run.ts';
import { prepareImport } from '../run/prepare-import.ts';
import { DialogFooter, type StepFocus, StepPane } from '../step-pane.tsx';
import { DEFAULT_CHOICES, groupRows, type ImportChoices, type ImportGroups, rowsToSend } from './import-plan.ts';
import classes from './import-preview.module.css';
import { MarketingQuestion } from './marketing-question.tsx';
import columnClasses from './preview-columns.module.css';
import { PreviewRows } from './preview-rows.tsx';

const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

interface ImportPreviewProps {
  seriesId: string;
  eventId: string;
  file: ImportFile;
  onBack: () => void;
  onCancel: () => void;
  onRun: (run: ImportRun<ImportRow>) => void;
}

/** The second step: shows what the import would do. */
export function ImportPreview({ seriesId, eventId, file, onBack, onCancel, onRun }: ImportPreviewProps) {
  const queryClient = useQueryClient();
  const existing = useQuery(existingAttendeesQuery(seriesId, eventId));
  const groups = useMemo(() => groupRows(file.rows, existing.data?.addresses ?? new Set()), [file.rows, existing.data]);
  const step = useRef<StepFocus>(null);
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const rows = rowsToSend(groups, choices);
  const count = rows.length;
  const handleImport = () => {
    const { treatNoAs } = choices;
    onRun(prepareImport({ queryClient, seriesId, eventId, rows, treatNoAs, idsBefore: existing.data?.ids ?? new Set() }));
  };
  return (
    <StepPane ref={step} label="Preview">
      <FileHead file={file} onBack={onBack} />
      <Tiles groups={groups} count={count} isExistingKnown={!existing.isPending && !existing.isError} />
      <h3 className={classes.heading}>Columns</h3>
      <Columns columns={file.columns} />
      <PreviewRows groups={groups} />
      {groups.saysNo.length > 0 ? (
        <MarketingQuestion
          rows={groups.saysNo}
          treatNoAs={choices.treatNoAs}
          onChange={(treatNoAs) => setChoices({ ...choices, treatNoAs })}
        />
      ) : null}
      <SkipOptions groups={groups} choices={choices} onChange={setChoices} />
      {existing.isError ? <ExistingFailure existing={existing} onRetry={() => step.current?.focus()} /> : null}
      <DialogFooter note="Nothing is sent to the people you import.">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={existing.isPending} disabled={count === 0 || existing.isError} onClick={handleImport}>
          Import {counted(count, 'row')}
        </Button>
      </DialogFooter>
    </StepPane>
  );
}

function ExistingFailure({ existing, onRetry }: { existing: Pick<UseQueryResult, 'error' | 'refetch'>; onRetry: () => void }) {
  const handleRetry = () => {
    onRetry();
    void existing.refetch();
  };
  return (
    <Alert className={classes.failure} color="red" icon={<IconAlertCircle />} title="Who is already here could not be read.">
      {messageOf(existing.error)}{' '}
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
          {counted(file.rows.length, 'row')}, {SEPARATOR_NAMES[file.separator]}, {file.encoding}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onBack}>
        Choose another file
      </Button>
    </div>
  );
}

function Tiles({ groups, count, isExistingKnown }: { groups: ImportGroups; count: number; isExistingKnown: boolean }) {
  const tiles = [
    { label: 'will be added', value: formatCount(count) },
    { label: 'have problems', value: formatCount(groups.problem.length), tone: 'bad' },
    { label: 'are already here', value: isExistingKnown ? formatCount(groups.existing.length) : '…' },
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

function Columns({ columns }: Pick<ImportFile, 'columns'>) {
  return (
    <ul className={columnClasses.columns} aria-label="Columns of the file">
      {columns.map(({ header, target }, index) => {
        const name = <code dir="auto">{header === '' ? `column ${index + 1}` : header}</code>;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- columns never move, and two may have one name
          <li key={index} className={columnClasses.column} data-ignored={target === undefined}>
            {name}
            {target === undefined ? (
              'ignored'
            ) : (
              <>
                <IconArrowRight size={14} stroke={1.75} aria-label="is" />
                <span dir="auto">{target.label}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface SkipOptionsProps {
  groups: ImportGroups;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}

function SkipOptions({ groups: { existing, repeat }, choices, onChange }: SkipOptionsProps) {
  return (
    <div className={classes.leaveOut}>
      {existing.length > 0 ? (
        <Checkbox
          label={`Leave out the ${existing.length === 1 ? 'address that is' : `${formatCount(existing.length)} addresses that are`} already in this event`}
          checked={choices.skipsExisting}
          onChange={(event) => onChange({ ...choices, skipsExisting: event.currentTarget.checked })}
        />
      ) : null}
      {repeat.length > 0 ? (
        <Checkbox
          label={`Leave out the ${repeat.length === 1 ? 'row that repeats' : `${formatCount(repeat.length)} rows that repeat`} an address further up in the file`}
          checked={choices.skipsRepeats}
          onChange={(event) => onChange({ ...choices, skipsRepeats: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  );
}
