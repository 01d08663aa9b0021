import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded, readState } from '#admin/ui/feedback/loaded.tsx';
import { Page } from '#admin/ui/layout/page.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { FormHeader, type FormPart } from './form-header.tsx';

interface FormFrameProps<Data> {
  form: FormRef;
  current: FormPart;
  read: UseQueryResult<Data>;
  actions: (data: Data) => ReactNode;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

export function FormFrame<Data extends { title: string; is_archived: boolean }>({
  form,
  current,
  read,
  actions,
  skeleton,
  children,
}: FormFrameProps<Data>) {
  const { data } = read;
  return (
    <Page>
      <FormHeader
        form={form}
        title={data?.title}
        current={current}
        state={readState(read)}
        note={data?.is_archived === true ? 'Archived' : undefined}
        actions={data === undefined ? null : actions(data)}
      />
      <Loaded read={read} skeleton={skeleton}>
        {children}
      </Loaded>
    </Page>
  );
}
