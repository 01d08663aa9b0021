import { isMantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { THEMES } from '#admin/ui/layout/themes.ts';

/** The theme of this browser, chosen in the account menu; all open tabs follow. */
export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const handleChange = (theme: string) => {
    if (isMantineColorScheme(theme)) setColorScheme(theme);
  };
  return (
    <div role="group" aria-label="Theme">
      <Menu.RadioGroup value={colorScheme} onChange={handleChange}>
        <Menu.Label>Theme</Menu.Label>
        {THEMES.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
