import { Button } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useAnswers } from '#admin/attendees/answers/use-answers.tsx';
import { BlockedSubmissions } from '#admin/attendees/blocked-submissions.tsx';
import { chosenColumns, columnGroups } from '#admin/attendees/submission-values.ts';
import { AttendeePanel } from '#admin/attendees/table/attendee-panel.tsx';
import { ScreenOptions } from '#admin/attendees/table/screen-options.tsx';
import { useChosenColumns } from '#admin/attendees/table/use-chosen-columns.ts';
import { useAttendeeListParams } from '#admin/attendees/use-attendee-list-params.ts';
import { useExportTool } from '#admin/attendees/use-export.ts';
import { type Download, SignUpsCard, SignUpsCardSkeleton } from '#admin/forms/marketing/sign-ups-card.tsx';
import { hasDownloadWithoutMail } from '#admin/forms/settings/service-warnings.ts';
import { savedSettings } from '#admin/forms/settings/settings-values.ts';
import { setupQuery } from '#admin/forms/setup/setup-queries.ts';
import { EmbedDialog } from '#admin/forms/share/embed-dialog.tsx';
import { ShareButton } from '#admin/forms/share/share-form.tsx';
import { paths } from '#admin/paths.ts';
import { formQuery } from '#admin/reads/form-queries.ts';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconCode } from '#admin/ui/layout/icons.tsx';
import type { Tool } from '#admin/ui/layout/tool-button.tsx';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { FormSettings } from './form-settings.tsx';
import { FormSetup } from './form-setup.tsx';
import { FormFrame } from './frame/form-frame.tsx';

/** `/{slug}/form/{formid}`: the submissions of a marketing form. */
export function FormPageRoute() {
  const { formid: formId = '' } = useParams();
  const read = useQuery(formQuery(formId));
  usePrefetchQuery(setupQuery({ kind: 'marketing', id: formId }));
  const [columns, chooseColumns] = useChosenColumns(formId);
  return (
    <FormFrame
      form={{ kind: 'marketing', id: formId }}
      current="page"
      read={read}
      actions={(form) => (
        <>
          <ShareButton form={{ title: form.title, path: paths.marketing.publicForm(form) }} />
          <ScreenOptions noun="form" groups={columnGroups(form.formFields)} chosen={columns} onChange={chooseColumns} />
          <FormSettings form={form} />
        </>
      )}
      skeleton={<SignUpsCardSkeleton />}
    >
      {(form) => (
        <FormSetup kind="marketing" form={form} skeleton={<SignUpsCardSkeleton />}>
          <SignUps key={form.id} form={form} columns={columns} />
        </FormSetup>
      )}
    </FormFrame>
  );
}

function downloadOf(form: MarketingForm): Download {
  if (!form.donwloadable_content) return 'none';
  return hasDownloadWithoutMail(savedSettings(form)) ? 'without-mail' : 'by-mail';
}

function SignUps({ form, columns }: { form: MarketingForm; columns: readonly string[] }) {
  const scope = { kind: 'marketing', id: form.id } as const;
  const open = useAttendeeListParams();
  const embedding = useDialog();
  const answers = useAnswers({
    scope,
    submissionsCount: form.signups_count,
    asked: form.formFields,
    list: open.list,
    onListChange: open.setList,
    isInView: true,
  });
  const tools: Tool[] = [
    useExportTool(scope, form.signups_count),
    { label: 'Embed code', icon: IconCode, opensDialog: true, onClick: embedding.open },
  ];
  return (
    <SignUpsCard
      total={form.signups_count}
      download={downloadOf(form)}
      tools={tools}
      about={<BlockedSubmissions days={form.refused_tries} />}
      answers={answers.line}
    >
      {answers.bars}
      <AttendeePanel
        scope={scope}
        scopeTitle={form.title}
        fields={form.formFields}
        columns={chosenColumns(form.formFields, [...columns, ...Object.keys(answers.chosen)])}
        open={open}
        emptyText="Sign-ups appear here right away. Put the form on your page, or share its link."
        emptyAction={
          <Button variant="default" aria-haspopup="dialog" onClick={embedding.open}>
            Get the embed code
          </Button>
        }
      />
      {embedding.show(<EmbedDialog form={{ ...scope, title: form.title, path: paths.marketing.publicForm(form) }} />)}
    </SignUpsCard>
  );
}
