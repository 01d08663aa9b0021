import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { BUILDER_TEXTS } from '#admin/forms/builder/builder-texts.ts';
import { FieldsBuilder } from '#admin/forms/builder/fields-builder.tsx';
import { PreviewPanel } from '#admin/forms/builder/preview/preview-panel.tsx';
import { readFormQuery } from '#admin/reads/form-queries.ts';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import classes from '#admin/forms/builder/builder.module.css';
import { FormSettings } from './form-settings.tsx';
import { formIn } from './frame/form-address.tsx';
import { FormFrame } from './frame/form-frame.tsx';

/** Shown while the form of a builder loads. */
const BuilderSkeleton = ({ title }: { title: string }) => (
  <div className={classes.builder} data-shown="fields">
    <div className={classes.fields} data-stack>
      <div>
        <div className={classes.heading} data-row="baseline wrap">
          <h2 data-variant="title">{title}</h2>
        </div>
        <Skeleton h={232} radius="md" />
      </div>
      <div data-box="card" data-ruled aria-hidden="true">
        <Repeated times={4}>
          <Stack gap="sm" px={40} py={14}>
            <Skeleton h={14} w="40%" />
            <Skeleton h={12} w="65%" />
          </Stack>
        </Repeated>
      </div>
    </div>
    <div className={classes.preview}>
      <PreviewPanel view={undefined} formPath={undefined} />
    </div>
  </div>
);

/** `…/create`: modifies the fields of a series or marketing form. */
export function FormBuilderRoute() {
  const form = formIn(useParams());
  return (
    <FormFrame
      form={form}
      current="modify-form"
      read={useQuery(readFormQuery(form, 'all'))}
      actions={(read) => <FormSettings form={read} />}
      skeleton={<BuilderSkeleton title={BUILDER_TEXTS[form.kind].title} />}
    >
      {(read) => <FieldsBuilder key={read.id} kind={form.kind} form={read} />}
    </FormFrame>
  );
}
