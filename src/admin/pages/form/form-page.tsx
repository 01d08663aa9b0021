import { Badge, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useAnswers } from '#admin/attendees/answers/use-answers.tsx';
import { BlockedSubmissions } from '#admin/attendees/blocked-submissions.tsx';
import { EXPORT_ALL, useAttendeeListParams, WRITE_TO_LIST } from '#admin/attendees/list-actions.tsx';
import { chosenColumns } from '#admin/attendees/submission-values.ts';
import { AttendeePanel } from '#admin/attendees/table/attendee-panel.tsx';
import { EMBED } from '#admin/forms/form-actions.tsx';
import { hasDownloadWithoutMail } from '#admin/forms/settings/service-warnings.ts';
import { savedSettings } from '#admin/forms/settings/settings-values.ts';
import { formQuery, type ReadMarketingForm } from '#admin/reads/form-queries.ts';
import { EVERY_ATTENDEE } from '#admin/reads/submission-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { CardTotal } from '#admin/ui/cards/card-total.tsx';
import { RowsSkeleton } from '#admin/ui/layout/page.tsx';
import { ToolButton, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { COUNTS } from '#contract/texts/staff.ts';
import { AttendeesFrame } from './attendees-frame.tsx';

/** `/{slug}/form/{formid}`: the submissions of a marketing form. */
export function FormPageRoute() {
  const { formid: formId = '' } = useParams();
  return (
    <AttendeesFrame current="page" read={useQuery(formQuery(formId))} skeleton={<RowsSkeleton />}>
      {(form, columns) => <SignUps key={form.id} form={form} columns={columns} />}
    </AttendeesFrame>
  );
}

const BODY = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '8px 16px',
  alignItems: 'start',
  padding: '16px 16px 8px',
};

const LIST_ACTIONS = [WRITE_TO_LIST, EXPORT_ALL, EMBED] as const;

function SignUps({ form, columns }: { form: ReadMarketingForm; columns: readonly string[] }) {
  const scope = { kind: 'marketing', id: form.id } as const;
  const open = useAttendeeListParams();
  const onList = useActions(LIST_ACTIONS, {
    scope,
    scopeTitle: form.title,
    list: EVERY_ATTENDEE,
    shown: open.list,
    matches: form.signups_count,
    form,
  });
  const embed = onList.tool('embed');
  const answers = useAnswers({
    scope,
    submissionsCount: form.signups_count,
    asked: form.formFields,
    list: open.list,
    onListChange: open.setList,
    isInView: true,
  });
  return (
    <section data-box="card" aria-labelledby="sign-ups" style={{ overflow: 'clip' }}>
      <div style={BODY}>
        <Stack gap="xs">
          <h2 id="sign-ups" data-text="title">
            Sign-ups
          </h2>
          {answers.line}
          <div data-empty="hidden" data-text="small">
            <BlockedSubmissions days={form.refused_tries} />
          </div>
          {form.donwloadable_content ? <DownloadBadge form={form} /> : null}
        </Stack>
        <CardTotal count={form.signups_count} counts={COUNTS.signUps} />
        {/* The labels are aligned with the title; the buttons' backgrounds extend beyond it. */}
        <Group component="fieldset" gap={0} mx={-8} style={{ gridColumn: '1 / -1' }} aria-label="Tools for the form">
          <ToolButtons tools={onList.tools} />
        </Group>
      </div>
      {answers.bars}
      <AttendeePanel
        scope={scope}
        scopeTitle={form.title}
        form={form}
        columns={chosenColumns(form.formFields, [...columns, ...Object.keys(answers.chosen)])}
        open={open}
        emptyText="Sign-ups appear here straight away. Put the form on your page, or share its link."
        emptyAction={
          embed && <ToolButton tool={{ ...embed, label: 'Get the embed code' }} look={{ variant: 'default', leftSection: undefined }} />
        }
      />
      {onList.dialogs}
    </section>
  );
}

const DownloadBadge = ({ form }: { form: MarketingForm }) => (
  <div>
    {hasDownloadWithoutMail(savedSettings(form)) ? (
      <Badge color="orange">Download promised, but its email is not set up</Badge>
    ) : (
      <Badge>Download by email</Badge>
    )}
  </div>
);
