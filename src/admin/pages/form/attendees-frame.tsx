import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { columnGroups } from '#admin/attendees/submission-values.ts';
import { ScreenOptions } from '#admin/attendees/table/screen-options.tsx';
import { useChosenColumns } from '#admin/attendees/table/use-chosen-columns.ts';
import { FormSetup } from '#admin/forms/setup/form-setup.tsx';
import { ShareButton } from '#admin/forms/share/share-form.tsx';
import { paths } from '#admin/paths.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import type { LoadedProps } from '#admin/ui/states/page-state.tsx';
import { KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import { formIn } from '../frame/form-address.tsx';
import { FormFrame } from '../frame/form-header.tsx';

interface AttendeesFrameProps<Data> extends Omit<LoadedProps<Data>, 'children'> {
  current: 'page' | 'disabled-events';
  children: (form: Data, columns: readonly string[]) => ReactNode;
}

/** A page with the attendees of a series or marketing form, in columns that can be chosen; its main page begins with the setup list. */
export function AttendeesFrame<Data extends ReadForm>({ current, read, skeleton, children }: AttendeesFrameProps<Data>) {
  const { kind, id } = formIn(useParams());
  const [columns, choose] = useChosenColumns(id);
  const tools = read.data && (
    <>
      <ShareButton form={{ title: read.data.title, path: paths[kind].publicForm(read.data) }} />
      <ScreenOptions noun={KIND_ON_WIRE[kind]} groups={columnGroups(read.data.formFields)} chosen={columns} onChange={choose} />
    </>
  );
  return (
    <FormFrame current={current} read={read} tools={tools} skeleton={skeleton}>
      {(form) =>
        current === 'page' ? (
          <FormSetup form={form} skeleton={skeleton}>
            {children(form, columns)}
          </FormSetup>
        ) : (
          children(form, columns)
        )
      }
    </FormFrame>
  );
}
