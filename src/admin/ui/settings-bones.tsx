import { Skeleton } from '@mantine/core';
import { SettingsSection, WholeWidth } from './settings-section.tsx';

/** Stands for the settings that load: their names are known, their values are not. */
export function SettingsBones({
  sections,
}: {
  sections: readonly { readonly title: string; readonly note: string; readonly inputs: number }[];
}) {
  return sections.map(({ title, note, inputs }) => (
    <SettingsSection key={title} title={title} note={note}>
      {Array.from({ length: inputs }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones never move
        <WholeWidth key={index}>
          <Skeleton h={12} w={96} my={4} />
          <Skeleton h={36} radius="md" mt={4} />
        </WholeWidth>
      ))}
    </SettingsSection>
  ));
}
