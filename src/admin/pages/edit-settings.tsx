import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { usePreviewPeople } from '#admin/forms/settings/preview-people.ts';
import { SettingsForm, SettingsFormSkeleton } from '#admin/forms/settings/settings-form.tsx';
import { useColleagueNote } from '#admin/live/use-colleague-note.ts';
import { type ReadForm, readFormQuery } from '#admin/reads/form-queries.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { formIn } from './frame/form-address.tsx';
import { useBackToForm } from './frame/form-header.tsx';
import { Loaded, readState } from './frame/loaded.tsx';

const TITLES = { series: 'Edit series', marketing: 'Edit form' } as const;

/** `…/edit`: the settings of a series or marketing form. */
export function EditSettingsRoute() {
  const form = formIn(useParams());
  const read = useQuery(readFormQuery(form, 'visible'));
  const colleagueNote = useColleagueNote(topicOf(form), read.data?.version);
  return (
    <Page>
      <PageHeader
        back={useBackToForm(form, read.data?.title)}
        title={TITLES[form.kind]}
        isLoading={readState(read) === 'loading'}
        note={<span role="status">{colleagueNote}</span>}
      />
      <Loaded read={read} skeleton={<SettingsFormSkeleton kind={form.kind} />}>
        {(data) => <Settings key={data.id} kind={form.kind} read={data} />}
      </Loaded>
    </Page>
  );
}

const Settings = ({ kind, read }: { kind: FormRef['kind']; read: ReadForm }) => (
  <SettingsForm kind={kind} read={read} people={usePreviewPeople(read)} />
);
