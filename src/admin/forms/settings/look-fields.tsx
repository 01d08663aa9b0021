import { ColorSwatch, Group, Input, Stack } from '@mantine/core';
import { useId } from 'react';
import { PictureField } from '#admin/pictures/picture-field.tsx';
import { isSame } from '#admin/records/row-edits.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import { Choice, optionsOf } from '#admin/ui/inputs/choice.tsx';
import { BoundInput } from '#admin/ui/inputs/edit-fields.tsx';
import { type Theme, themeSchema } from '#contract/forms/public-face.ts';
import { accentAdvice } from '#contract/rules/theme-colours.ts';
import classes from './public-page.module.css';

export const NO_LOOK: Theme = { accent: null, font: 'system', scheme: 'auto', logo: null };
const SWATCHES = { Indigo: '#4f46e5', Teal: '#0f6b66', Red: '#b3261e', Blue: '#1d4ed8', Orange: '#f28c1c', Black: '#1b1b24' };
const FONTS = { system: 'System', serif: 'Serif', narrow: 'Narrow' };
const SCHEMES = { auto: 'Match device', light: 'Light', dark: 'Dark' };

function inWords(look: Theme | null): string {
  const { accent, font, scheme, logo } = look ?? NO_LOOK;
  return `accent colour ${accent ?? 'none'}, font ${FONTS[font]}, colour scheme ${SCHEMES[scheme]}, logo ${logo === null ? 'none' : 'set'}`;
}

/** The look of pages and mails: inputs that each edit part of one setting. */
export function LookFields({ field, errors }: { field: BoundField<Theme | null>; errors: Readonly<Partial<Record<string, string>>> }) {
  const id = useId();
  const look = field.value ?? NO_LOOK;
  const { accent } = look;
  const change = (part: Partial<Theme>) => {
    const changed = { ...look, ...part };
    field.onChange(isSame(changed, NO_LOOK) ? null : changed);
  };
  return (
    <BoundInput label="Look" field={field} words={inWords}>
      <Stack gap={24}>
        <Input.Wrapper
          id={id}
          label="Accent colour"
          error={errors['theme.accent']}
          description={themeSchema.shape.accent.safeParse(accent).data && accentAdvice(accent ?? '')}
          descriptionProps={{ role: 'status' }}
        >
          <Group gap={12}>
            <Input
              id={id}
              w={144}
              error={errors['theme.accent'] !== undefined}
              name="theme.accent"
              placeholder={SWATCHES.Teal}
              autoComplete="off"
              spellCheck={false}
              leftSection={accent === null ? undefined : <ColorSwatch size={16} radius="xs" color={accent} />}
              value={accent ?? ''}
              onChange={({ currentTarget: { value } }) => change({ accent: value.trim() || null })}
            />
            <Group gap={8} role="group" aria-label="Suggested colours">
              {Object.entries(SWATCHES).map(([name, color]) => (
                <button
                  key={name}
                  type="button"
                  className={classes.swatch}
                  aria-label={name}
                  aria-pressed={accent === color}
                  onClick={() => change({ accent: color })}
                >
                  <ColorSwatch component="span" size={28} radius="sm" color={color} />
                </button>
              ))}
            </Group>
          </Group>
        </Input.Wrapper>
        <PictureField
          label="Logo"
          use="logo"
          name="theme.logo"
          picture={look.logo}
          error={errors['theme.logo']}
          note="On forms, self-service pages and emails"
          onChange={([logo = null]) => change({ logo })}
        />
        <Group gap="16px 24px">
          <Choice label="Font" data={optionsOf(FONTS)} value={look.font} onChange={(font) => change({ font })} />
          <Choice label="Colour scheme" data={optionsOf(SCHEMES)} value={look.scheme} onChange={(scheme) => change({ scheme })} />
        </Group>
      </Stack>
    </BoundInput>
  );
}
