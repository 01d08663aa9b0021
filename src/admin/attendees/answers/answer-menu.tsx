import { Button, Menu } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { answersOfList, toggleAnswer } from '#admin/reads/attendee-list-params.ts';
import { answerCountsQuery } from '#admin/reads/submission-queries.ts';
import { readState } from '#admin/ui/feedback/loaded.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import type { ChosenAnswers } from '#contract/attendees/submission.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { LOADING } from '#contract/texts/staff.ts';
import type { AttendeeListView } from '../use-attendee-list-params.ts';
import { answerLabel, answersNote, countedQuestions } from './counted-questions.ts';

export function AnswerMenu({ view: { scope, fields, list, setList, table, total } }: { view: AttendeeListView }) {
  const [isOpen, setOpen] = useState(false);
  const read = useQuery({ ...answerCountsQuery(scope), enabled: isOpen });
  const chosen = answersOfList(list);
  const choose = (name: string, value: ChosenAnswers[string]) => {
    setList(toggleAnswer(list, name, value));
    // The button moves into the filter row, or out of it.
    focusInPlace(table.current);
  };
  const questions = countedQuestions(read.data ?? [], fields);
  const note = answersNote(total);
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button {...toolButtonProps} leftSection={<IconPlus />}>
          Answer or source
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="min(24rem, calc(100vw - 2rem))" mah="22rem" style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
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
