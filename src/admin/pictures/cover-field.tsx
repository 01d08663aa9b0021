import { Checkbox, Textarea } from '@mantine/core';
import type { BoundField } from '#admin/records/use-record.ts';
import { BoundInput } from '#admin/ui/inputs/bound-input.tsx';
import { ALT_MAX_LENGTH } from '#contract/forms/public-face.ts';
import type { CoverValue } from './cover-value.ts';
import { PictureField } from './picture-field.tsx';

const inWords = (cover: CoverValue): string => {
  if (cover === null) return 'no picture';
  return cover.isDecoration ? 'a decorative picture' : `a picture of “${cover.alt}”`;
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
