import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { BuilderSkeleton, FieldsBuilder } from '#admin/forms/builder/fields-builder.tsx';
import { readFormQuery } from '#admin/reads/form-queries.ts';
import { formIn } from '../frame/form-address.tsx';
import { FormFrame } from '../frame/form-header.tsx';

/** `…/create`: modifies the fields of a series or marketing form. */
export function FormBuilderRoute() {
  const form = formIn(useParams());
  const read = useQuery(readFormQuery(form, 'all'));
  return (
    <FormFrame current="modify-form" read={read} skeleton={<BuilderSkeleton kind={form.kind} />}>
      {(form) => <FieldsBuilder key={form.id} form={form} failure={read.error} />}
    </FormFrame>
  );
}
