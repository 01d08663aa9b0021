import { Box, Button, Group, Menu } from '@mantine/core';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import * as reads from '#admin/reads/submission-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { copyWhenKnown } from '#admin/ui/dialogs/copy-button.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { useStartOfToday } from '#admin/ui/format/dates.tsx';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { IconCopy, IconPlus, IconX } from '#admin/ui/layout/icons.tsx';
import { type Tool, ToolButton, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconFilter } from '#admin/ui/layout/tool-icons.tsx';
import { readState } from '#admin/ui/states/page-state.tsx';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { ChosenAnswers } from '#contract/attendees/submission.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { type AttendeeListView, LIMITED_LIST_ACTIONS } from '../list-actions.tsx';
import { answerLabel, answersNote, columnLabel, countedQuestions, isInWords, valueText } from '../submission-values.ts';
import classes from './filter-row.module.css';

interface FilterRowProps {
  view: AttendeeListView;
}

/** The upload, answers and sources that a list is limited to, each with a remove button, and the actions for those people. */
export const FilterRow = ({ view }: FilterRowProps) => (reads.isLimited(view.list) ? <Limits view={view} /> : null);

function Limits({ view }: FilterRowProps) {
  const { scope, form, list, setList, matches, total, table } = view;
  const { formFields: fields } = form;
  const upload = reads.useUploadLabel(scope, list.import);
  const copying = useCopyAnswers(view, useStartOfToday());
  const { tools, dialogs } = useActions(LIMITED_LIST_ACTIONS, view);
  const row = useRef<HTMLDivElement>(null);
  const remove = (next: reads.AttendeeListParams) => {
    setList(next);
    // The clicked button disappears.
    const other = row.current?.querySelector<HTMLElement>('button[aria-pressed]:not(:focus)');
    focusInPlace(other ?? table.current);
  };
  return (
    <Group ref={row} gap="4px 8px" px={16} py={8} data-edge="top">
      <IconFilter data-text="quiet" aria-hidden="true" />
      {list.import === undefined ? null : <Limit onRemove={() => remove({ ...list, import: undefined })}>{upload}</Limit>}
      {Object.entries(reads.answersOfList(list)).map(([name, value]) => (
        <Limit key={name} onRemove={() => remove(reads.toggleAnswer(list, name, value))}>
          <Box component="span" fw={400} dir="auto">
            {columnLabel(fields, name)}
          </Box>{' '}
          <bdi>{answerLabel(value, isInWords(fields, name))}</bdi>
        </Limit>
      ))}
      <AnswerMenu view={view} />
      <div className={classes.end} data-row="wrap">
        <span data-text="small" data-figures role="status">
          <strong data-text="stressed">{formatCount(matches)}</strong>
          {` of ${counted(total, 'attendee')}`}
        </span>
        {matches === 0 ? null : (
          <>
            {copying === undefined ? null : <ToolButton tool={copying} />}
            <ToolButtons tools={tools} />
          </>
        )}
        <ToolButton
          tool={{
            name: 'clear',
            label: 'Clear filter',
            icon: IconX,
            onClick: () => remove({ ...list, import: undefined, answers: undefined }),
          }}
        />
      </div>
      {dialogs}
    </Group>
  );
}

/** Copies the answers to the free-text question that the list is limited to, one per line. */
function useCopyAnswers({ scope, list, form: { formFields: fields } }: AttendeeListView, todayFrom: string): Tool | undefined {
  const { mutate, isPending } = useMutation({
    mutationFn: (name: string) => {
      const read = reads.readAll(scope, reads.listQuery(list, todayFrom), (submission) =>
        valueText(submission, name)?.replaceAll(/\s+/g, ' '),
      );
      return copyWhenKnown(read.then((answers) => answers.join('\n')));
    },
    onSuccess: () => showSuccess({ title: 'Answers copied to clipboard!' }),
    onError: (error) => showError('The answers were not copied.', error),
  });
  const name = Object.keys(reads.answersOfList(list)).find((each) => reads.answersOfList(list)[each] === true && isInWords(fields, each));
  return name === undefined ? undefined : { name: 'copy', label: 'Copy answers', icon: IconCopy, isPending, onClick: () => mutate(name) };
}

const Limit = ({ children, onRemove }: { children: ReactNode; onRemove: () => void }) => (
  <Chip aria-pressed onClick={onRemove}>
    <span data-cut>{children}</span> <IconX size={14} aria-label="(remove this filter)" />
  </Chip>
);

export function AnswerMenu({ view: { scope, form, list, setList, table, total } }: { view: AttendeeListView }) {
  const [isOpen, setOpen] = useState(false);
  const read = useQuery({ ...reads.answerCountsQuery(scope), enabled: isOpen });
  const chosen = reads.answersOfList(list);
  const choose = (name: string, value: ChosenAnswers[string]) => {
    setList(reads.toggleAnswer(list, name, value));
    // The button moves into the filter row, or out of it.
    focusInPlace(table.current);
  };
  const questions = countedQuestions(read.data ?? [], form.formFields);
  const note = answersNote(total);
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button {...toolButtonProps} leftSection={<IconPlus />}>
          Answer or source
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Box maw="24rem" data-breaks>
          {note === undefined ? null : <Menu.Label>{note}</Menu.Label>}
          {questions.map(({ name, label, counts, isText }) => (
            <Fragment key={name}>
              <Menu.Label dir="auto">{label}</Menu.Label>
              {counts.map(({ value, count }) => (
                <Menu.Item
                  key={String(value)}
                  aria-current={chosen[name] === value}
                  rightSection={<span data-text="count">{formatCount(count)}</span>}
                  onClick={() => choose(name, value)}
                >
                  <bdi>{answerLabel(value, isText)}</bdi>
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          {questions.length > 0 ? null : <MenuNote read={read} />}
        </Box>
      </Menu.Dropdown>
    </Menu>
  );
}

const MenuNote = ({ read }: { read: UseQueryResult }) =>
  readState(read) === 'failed' ? (
    <Menu.Item closeMenuOnClick={false} onClick={() => void read.refetch()}>
      {`The answers could not be loaded. ${read.isFetching ? LOADING : 'Retry'}`}
    </Menu.Item>
  ) : (
    <Menu.Label>{read.isSuccess ? 'No answers or sources to filter by yet' : LOADING}</Menu.Label>
  );
