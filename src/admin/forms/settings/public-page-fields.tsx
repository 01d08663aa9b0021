import { Box, Center, Checkbox, SegmentedControl, Skeleton, Textarea, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CoverValue, mailOf, shownSettings, type useSettingsForm } from '#admin/forms/settings/settings-values.ts';
import { PictureField } from '#admin/pictures/picture-field.tsx';
import { queryKeys } from '#admin/reads/query-keys.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { DescriptionField } from '#admin/ui/inputs/description-field.tsx';
import { BoundInput, SwitchField } from '#admin/ui/inputs/edit-fields.tsx';
import { type Icon, icon } from '#admin/ui/layout/icons.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { MailLines, StaticFrame } from '#admin/ui/layout/shown-mail.tsx';
import { IconDeviceDesktop, IconDeviceMobile, IconMoon } from '#admin/ui/layout/tool-icons.tsx';
import { usePhone } from '#admin/ui/layout/use-phone.ts';
import { useScaled } from '#admin/ui/layout/use-scaled.ts';
import { LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { previewCallOf, type UnsavedSettings } from '#contract/forms/preview.ts';
import { ALT_MAX_LENGTH, type Theme } from '#contract/forms/public-face.ts';
import { topicOf } from '#contract/live.ts';
import type { FilledMail } from '#contract/rules/mail/mail-template.ts';
import previewClasses from '#admin/ui/layout/preview-panel.module.css';
import { LookFields, NO_LOOK } from './look-fields.tsx';
import { fillFor, type PreviewPerson } from './mail-preview.tsx';
import classes from './public-page.module.css';
import { SpeakersField } from './speakers-field.tsx';

interface PublicPageFieldsProps {
  formRef: FormRef;
  form: ReturnType<typeof useSettingsForm>;
  person: PreviewPerson;
}

export function PublicPageFields({ formRef, form: { field, errors, values }, person }: PublicPageFieldsProps) {
  const mail = { form: formRef, kind: undefined, mail: mailOf(values) };
  return (
    <PublicPage
      preview={<PagePreview formRef={formRef} unsaved={shownSettings(values)} mailIn={(theme) => fillFor(person, { ...mail, theme })} />}
    >
      <DescriptionField label="Description" field={field('description')} />
      <CoverField field={field('cover')} altError={errors['cover.alt']} />
      {formRef.kind === 'series' && <SpeakersField field={field('speakers')} errors={errors} />}
      <LookFields field={field('theme')} errors={errors} />
      <SwitchField label="Show in search engines" description="Off: people with the link still see the page." field={field('in_search')} />
    </PublicPage>
  );
}

export const PublicPage = ({ children, preview }: { children: ReactNode; preview: ReactNode }) => (
  <Section title="Public page" note="Shown beside the form. Embedded forms only share its look.">
    <div id="public-page" className={classes.columns}>
      <div className={classes.fields}>{children}</div>
      <div data-beside>{preview}</div>
    </div>
  </Section>
);

/** The frame reloads for each change, so it waits for a pause in typing. */
const PAUSE_MS = 500;
const WIDE = { page: 1_280, form: 720, email: 720 } as const;
const PHONE = 390;

const IconSun = icon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0 M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.400 -15.400l.700 .700m12.100 -.700l-.700 .700m0 11.400l.700 .700m-12.100 -.700l-.700 .700',
);

const withIcon = <Value extends string>(value: Value, name: string, Shown: Icon) => ({
  value,
  label: (
    <Center h={20}>
      <Shown size={16} aria-hidden="true" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </Center>
  ),
});

const PARTS = optionsOf<keyof typeof WIDE>({ page: 'Page', form: 'Form', email: 'Email' });
const WIDTHS = [withIcon('wide', 'Wide', IconDeviceDesktop), withIcon('phone', 'Phone', IconDeviceMobile)];
const SCHEMES = [withIcon('light', 'Light', IconSun), withIcon('dark', 'Dark', IconMoon)];

interface PagePreviewProps {
  formRef: FormRef;
  /** The typed values, without invalid ones. */
  unsaved: Omit<UnsavedSettings, 'is_embedded' | 'scheme'>;
  mailIn: (theme: Theme) => FilledMail;
}

function PagePreview({ formRef, unsaved, mailIn }: PagePreviewProps) {
  const [part, setPart] = useState<keyof typeof WIDE>('page');
  const [width, setWidth] = useState<'wide' | 'phone'>(usePhone() ? 'phone' : 'wide');
  const [scheme, setScheme] = useState(useComputedColorScheme('light', { getInitialValueInEffect: false }));
  const [settings] = useDebouncedValue(unsaved, PAUSE_MS);
  const frame = { scheme, width: width === 'phone' ? PHONE : WIDE[part], title: `Preview of the ${part}` };
  const theme = { ...NO_LOOK, ...unsaved.theme };
  return (
    <section className={previewClasses.panel} data-box="card" data-stack aria-labelledby="live-preview">
      <div className={previewClasses.head} data-edge="bottom" data-row="wrap">
        <h3 id="live-preview" data-text="title">
          Live preview
        </h3>
        <SegmentedControl aria-label="What is shown" data={PARTS} value={part} onChange={setPart} />
        <SegmentedControl aria-label="Width" data={WIDTHS} value={width} onChange={setWidth} />
        <SegmentedControl aria-label="Colour scheme of the preview" data={SCHEMES} value={scheme} onChange={setScheme} />
      </div>
      {part === 'email' ? (
        <PreviewedMail mail={mailIn({ ...theme, scheme: theme.scheme === 'auto' ? scheme : theme.scheme })} frame={frame} />
      ) : (
        <PreviewedPage formRef={formRef} settings={{ ...settings, is_embedded: part === 'form', scheme }} frame={frame} />
      )}
    </section>
  );
}

interface FrameOptions {
  title: string;
  /** The width that the document is laid out for, in pixels; it is scaled down to fit. */
  width: number;
  scheme: 'light' | 'dark';
}

function PreviewedPage({ formRef, settings, frame }: { formRef: FormRef; settings: UnsavedSettings; frame: FrameOptions }) {
  const read = useQuery({
    queryKey: [...queryKeys.of(formRef), 'preview', settings],
    meta: { follows: [topicOf(formRef)] },
    queryFn: ({ signal }) => call(previewCallOf[formRef.kind], { params: { id: formRef.id }, body: settings, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (read.isError || readState(read) === 'failed') return <LoadFailure read={read} />;
  return read.data === undefined ? <Skeleton m={24} w="auto" h={320} /> : <Scaled html={read.data.html} {...frame} />;
}

const PreviewedMail = ({ mail, frame }: { mail: FilledMail; frame: FrameOptions }) => (
  <>
    <MailLines
      lines={[
        ['Subject', <strong key="subject">{mail.subject || '–'}</strong>],
        ['Preview text', mail.preheader ?? '–'],
      ]}
    />
    <Scaled html={mail.html} {...frame} />
    <Box component="details" px={16} py={12} data-fixed data-edge="top">
      <summary data-text="label">Plain text</summary>
      <Box component="pre" mah="16rem" mt={8} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
        {mail.text}
      </Box>
    </Box>
  </>
);

function Scaled({ width, scheme, ...frame }: FrameOptions & { html: string }) {
  const { ref, style } = useScaled(width);
  return (
    <div ref={ref} className={classes.stage} style={{ background: scheme === 'dark' ? '#18181f' : '#fff' }}>
      <StaticFrame {...frame} className={previewClasses.frame} style={style} />
    </div>
  );
}

const inWords = (cover: CoverValue): string => {
  if (cover === null) return 'no picture';
  return cover.isDecoration ? 'a decorative picture' : `a picture of ‘${cover.alt}’`;
};

export function CoverField({ field, altError }: { field: BoundField<CoverValue>; altError: string | undefined }) {
  const { name, value, error, onChange } = field;
  return (
    <BoundInput label="Cover picture" field={field} words={inWords}>
      <PictureField
        label="Cover picture"
        use="cover"
        name={name}
        picture={value?.large ?? null}
        error={error}
        onChange={([large, small]) =>
          onChange(large === undefined || small === undefined ? null : { alt: '', isDecoration: false, ...value, large, small })
        }
      />
      {value === null ? null : (
        <>
          <Textarea
            mt={16}
            label="Describe the picture"
            description="For people who can't see it."
            name={`${name}.alt`}
            rows={2}
            maxLength={ALT_MAX_LENGTH}
            disabled={value.isDecoration}
            value={value.alt}
            error={altError}
            onChange={(event) => onChange({ ...value, alt: event.currentTarget.value.replaceAll(/[\r\n]+/g, ' ') })}
          />
          <Checkbox
            mt={8}
            label="Decorative"
            checked={value.isDecoration}
            onChange={(event) => onChange({ ...value, isDecoration: event.currentTarget.checked })}
          />
        </>
      )}
    </BoundInput>
  );
}
