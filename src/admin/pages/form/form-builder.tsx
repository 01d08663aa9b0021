import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { BuilderSkeleton, FieldsBuilder } from '#admin/forms/builder/fields-builder.tsx';
import { readFormQuery } from '#admin/reads/form-queries.ts';
import { formIn } from '../frame/form-address.tsx';
import { FormFrame } from '../frame/form-header.tsx';

/** `…/create`: modifies the fields of a series or marketing form. */
export function FormBuilderRoute() {
  const form = formIn(useParams());
  return (
    <FormFrame current="modify-form" read={useQuery(readFormQuery(form, 'all'))} skeleton={<BuilderSkeleton kind={form.kind} />}>
      {(read) => <FieldsBuilder key={read.id} form={read} />}
    </FormFrame>
  );
}
