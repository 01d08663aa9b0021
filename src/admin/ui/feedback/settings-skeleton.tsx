import { Skeleton } from '@mantine/core';
import { SettingsSection, WholeWidth } from '../layout/settings-section.tsx';

/** The settings while they load: with their labels, without values. */
export function SettingsSkeleton({
  sections,
}: {
  sections: readonly { readonly title: string; readonly note: string; readonly inputs: number }[];
}) {
  return sections.map(({ title, note, inputs }) => (
    <SettingsSection key={title} title={title} note={note}>
      {Array.from({ length: inputs }, (_, index) => (
        <WholeWidth key={index}>
          <Skeleton h={12} w={96} my={4} />
          <Skeleton h={36} radius="md" mt={4} />
        </WholeWidth>
      ))}
    </SettingsSection>
  ));
}
