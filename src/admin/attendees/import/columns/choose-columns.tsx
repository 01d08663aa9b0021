import { Alert, Box, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMemo } from 'react';
import { StepFoot } from '#admin/ui/dialogs/dialog.tsx';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { IconArrowRight, IconFileText } from '#admin/ui/layout/tool-icons.tsx';
import { DataGrid, GridCell, type GridColumn, GridRow } from '#admin/ui/table/data-grid.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { ROWS_WERE_SPLIT, severalEvents } from '#contract/texts/import.ts';
import { inOneLine } from '#contract/texts/words/form.ts';
import { encodingLabel, OLD_ENCODING_NAMES } from '../file/decode-text.ts';
import { SEPARATORS } from '../file/parse-csv.ts';
import type { ImportFile } from '../file/read-file.ts';
import type { ImportDraft } from '../rows/import-plan.ts';
import type { UnmatchedValues } from '../rows/value-matches.ts';
import { StepPane } from '../step-pane.tsx';
import classes from './choose-columns.module.css';
import { type ColumnTarget, missingLabels } from './column-targets.ts';
import { chooseTarget, type Column, differentValues } from './guess-columns.ts';
import { plainHeader } from './synonyms.ts';

const NOT_IMPORTED = '';
const VALUES_SHOWN = 3;
const UNMATCHED_SHOWN = 3;

const ROW_HEIGHT = 45;
const NAME: GridColumn = { id: 'name', label: 'Column in the file', track: 'minmax(0, 1.1fr)', card: 'lead' };
const VALUES: GridColumn = { id: 'values', label: 'First values', track: 'minmax(0, 2.2fr)' };
const TARGET: GridColumn = { id: 'target', label: 'Goes to', track: 'minmax(0, 1.75fr)' };
const WHY: GridColumn = { id: 'why', label: 'Why', track: '7rem', card: 'corner' };

interface ChooseColumnsProps {
  draft: ImportDraft;
  targets: readonly ColumnTarget[];
  onColumns: (columns: readonly Column[]) => void;
  onFile: (file: ImportFile) => void;
  onBack: () => void;
  onContinue: () => void;
}

export function ChooseColumns(props: ChooseColumnsProps) {
  const { draft, onFile, onBack, onContinue } = props;
  const { file, columns } = draft;
  const missing = missingLabels(columns);
  return (
    <StepPane label="Columns">
      <FileHead file={file} onBack={onBack} />
      <ReadAs file={file} onFile={onFile} />
      <RequiredColumns draft={draft} missing={missing} />
      <DataGrid
        label="Columns of the file"
        className={classes.columns ?? ''}
        data-box="frame"
        data-fixed
        columns={[NAME, VALUES, TARGET, WHY]}
        cardTracks="[lead] minmax(0, 1fr) [corner] auto"
        rows={columns}
        idOf={(column) => columns.indexOf(column)}
        total={columns.length}
        rowHeight={ROW_HEIGHT}
      >
        {(column) => <ColumnRow {...props} column={column} />}
      </DataGrid>
      <StepFoot note="Your choices are remembered for this series.">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={missing.length > 0} onClick={onContinue}>
          {`Check ${counted(file.records.length, 'row')}`}
        </Button>
      </StepFoot>
    </StepPane>
  );
}

const NAME_OF_EVENT =
  /^(?:events?|veranstaltung|evenement|evento|webinar|course|kurs|workshop|seminar)(?:s?name|s?titel|title|nom|nombre|naam|s?booked)?$/;

function FileHead({ file, onBack }: { file: ImportFile; onBack: () => void }) {
  const { records, header, separator, encoding, tables } = file;
  const ofEvent = header.findIndex((name) => NAME_OF_EVENT.test(plainHeader(name)));
  const events = differentValues(records, ofEvent, Infinity).length;
  const kind = separator === undefined ? 'Excel' : `${SEPARATORS[separator]}, ${encoding ?? ''}`;
  const hidden = records.filter(({ isHidden }) => isHidden).length;
  const facts = [
    `${counted(records.length, 'row')}, ${counted(header.length, 'column')}, ${kind}`,
    ...(tables > 1 ? [`The file has ${formatCount(tables)} tables; only this one is imported`] : []),
    ...(events > 1 ? [severalEvents(events)] : []),
    ...(records.some(({ line }) => !Number.isInteger(line)) ? [ROWS_WERE_SPLIT] : []),
    ...(hidden > 0 ? [`${counted(hidden, 'row hidden in Excel is', 'rows hidden in Excel are')} imported too`] : []),
  ];
  return (
    <Group gap={12} wrap="nowrap">
      <IconFileText size={20} aria-hidden="true" />
      <div data-grows>
        <p data-text="heading" dir="auto">
          {file.name}
        </p>
        <p data-breaks data-text="hint">
          <span>{`${facts.join('. ')}${facts.length > 1 ? '.' : ''}`}</span>
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onBack}>
        Choose another file
      </Button>
    </Group>
  );
}

const ROWS_SHOWN = 3;

/** The encoding that was guessed for the file, with rows that show the result, and other encodings. */
function ReadAs({ file, onFile }: { file: ImportFile; onFile: (file: ImportFile) => void }) {
  const { records, guessed } = file;
  if (guessed === undefined) return null;
  const shown = records.filter(({ cells }) => /[\u0080-\uffff]/.test(cells.join(''))).slice(0, ROWS_SHOWN);
  return (
    <Box mt={12} data-text="small">
      <NativeSelect
        label={`Read as ${encodingLabel(guessed.as)}. Names look wrong? Choose another encoding:`}
        data={OLD_ENCODING_NAMES.map((value) => ({ value, label: encodingLabel(value) }))}
        value={guessed.as}
        onChange={(event) => onFile(guessed.readAs(event.currentTarget.value))}
      />
      <Box component="ul" mt={8} aria-label="Rows as read from the file">
        {shown.map(({ line, cells }) => (
          <li key={line} data-cut dir="auto">
            {cells.filter((cell) => cell !== '').join(', ')}
          </li>
        ))}
      </Box>
    </Box>
  );
}

function RequiredColumns({ draft: { file, columns }, missing }: Pick<ChooseColumnsProps, 'draft'> & { missing: readonly string[] }) {
  const hasAddresses = useMemo(() => file.records.some(({ cells }) => cells.some((cell) => cell.includes('@'))), [file.records]);
  const guesses = columns.filter(({ reason }) => reason === 'Guessed').length;
  if (!hasAddresses) {
    return (
      <Alert data-fixed mt={16} mb={20} role="status" color="red" icon={<IconAlertCircle />}>
        This file has no email addresses, so nobody in it can be added.
      </Alert>
    );
  }
  if (missing.length > 0) {
    const names = inOneLine(missing.map((label, index) => (index === 0 ? label : label.toLowerCase())));
    return (
      <Alert key="missing" data-fixed mt={16} mb={20} role="status" color="red" icon={<IconAlertCircle />}>
        <strong>{`${names} ${missing.length === 1 ? 'has' : 'have'} no column yet.`}</strong>
        {` Choose ${missing.length === 1 ? 'it' : 'them'} below. One row of the file must contain the column names.`}
      </Alert>
    );
  }
  return (
    <Alert key="found" data-fixed mt={16} mb={20} role="status" color="green" icon={<IconCircleCheck />}>
      Last name and email both have a column.
      {guesses === 0 ? null : (
        <span>
          {' '}
          Please check the <strong>{counted(guesses, 'guess', 'guesses')}</strong>.
        </span>
      )}
    </Alert>
  );
}

interface ColumnRowProps extends Pick<ChooseColumnsProps, 'draft' | 'targets' | 'onColumns'> {
  column: Column;
}

function ColumnRow({ column, draft: { file, columns, unmatched }, targets, onColumns }: ColumnRowProps) {
  const { header, target, reason } = column;
  const index = columns.indexOf(column);
  const name = header === '' ? `column ${index + 1}` : header;
  const notOptions = unmatched.find(({ key }) => key === target?.key);
  const isIgnored = target === undefined;
  return (
    <GridRow>
      <GridCell column={NAME} data-text={isIgnored ? 'quiet' : undefined} dir="auto">
        <Text span ff="monospace" fz="xs">
          {name}
        </Text>
      </GridCell>
      <GridCell column={VALUES}>
        <div data-cut data-text={isIgnored ? 'quiet' : 'second'} dir="auto">
          {differentValues(file.records, index, VALUES_SHOWN).join(', ')}
        </div>
        {notOptions === undefined ? null : <UnmatchedNote {...notOptions} />}
      </GridCell>
      <GridCell column={TARGET}>
        <Group gap={16} wrap="nowrap">
          <IconArrowRight data-text="quiet" data-phone="hidden" aria-hidden="true" />
          <NativeSelect
            flex={1}
            aria-label={`${name} goes to`}
            data={[{ value: NOT_IMPORTED, label: "Don't import" }, ...targets.map(({ key, label }) => ({ value: key, label }))]}
            value={target?.key ?? NOT_IMPORTED}
            onChange={(event) => {
              const chosen = targets.find(({ key }) => key === event.currentTarget.value);
              onColumns(chooseTarget(columns, index, chosen));
            }}
          />
        </Group>
      </GridCell>
      <GridCell column={WHY}>
        <Why reason={reason ?? (isIgnored ? 'Ignored' : '')} />
      </GridCell>
    </GridRow>
  );
}

function Why({ reason }: { reason: string }) {
  const isToCheck = reason === 'Guessed' || reason === 'Marketing last time';
  return (
    <Box fz="xs" data-row data-text={isToCheck ? 'warn' : 'quiet'} data-dot={isToCheck || undefined}>
      {reason}
    </Box>
  );
}

function UnmatchedNote({ values }: Pick<UnmatchedValues, 'values'>) {
  const named = values
    .slice(0, UNMATCHED_SHOWN)
    .map(({ value, rows }, index) => `${value} (${index === 0 ? counted(rows, 'row') : formatCount(rows)})`);
  return (
    <Group gap={4} align="flex-start" wrap="nowrap" fz="xs" lh="xs" data-breaks data-text="warn">
      <IconAlertTriangle size={14} aria-hidden="true" />
      <span>
        {`${counted(values.length, "value isn't an option", "values aren't options")}: ${named.join(', ')}${values.length > UNMATCHED_SHOWN ? ' …' : '.'} You can match ${values.length === 1 ? 'it' : 'them'} in the next step.`}
      </span>
    </Group>
  );
}
