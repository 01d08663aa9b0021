import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PictureField } from '#admin/pictures/picture-field.tsx';
import type { BoundField } from '#admin/records/use-record.ts';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { BoundInput } from '#admin/ui/inputs/edit-fields.tsx';
import { IconPlus, IconX } from '#admin/ui/layout/icons.tsx';
import { quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { DragHandle } from '#admin/ui/table/drag-handle.tsx';
import { SortableRows, useSortableRow } from '#admin/ui/table/sortable-rows.tsx';
import { SPEAKER_NAME_MAX_LENGTH, SPEAKER_ROLE_MAX_LENGTH, SPEAKERS_MAX } from '#contract/forms/public-face.ts';
import { initials } from '#signup/pages/about.tsx';
import rowClasses from '#admin/ui/table/sortable-row.module.css';
import classes from './public-page.module.css';
import type { SpeakerValue } from './settings-values.ts';

type Errors = Readonly<Partial<Record<string, string>>>;

const nameOf = ({ name }: SpeakerValue): string => name.trim() || 'New speaker';
const inWords = (speakers: readonly SpeakerValue[]): string => speakers.map(nameOf).join(', ') || 'no speakers';

export function SpeakersField({ field, errors }: { field: BoundField<SpeakerValue[]>; errors: Errors }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { value: speakers, onChange } = field;
  const others = (id: string) => speakers.filter((speaker) => speaker.id !== id);
  const handleAdd = () => {
    flushSync(() => onChange([...speakers, { id: crypto.randomUUID(), name: '', role: '', picture: null }]));
    document.getElementsByName(`speakers.${speakers.length}.name`)[0]?.focus();
  };
  return (
    <BoundInput label="Speakers" field={field} words={inWords}>
      <Input.Wrapper labelElement="div" label="Speakers" description="Shown on the page once they are ticked for an event.">
        {speakers.length > 0 && (
          <SortableRows
            rows={speakers.map((speaker) => ({ id: speaker.id, label: nameOf(speaker) }))}
            what="speaker"
            onMove={(id, index) => onChange(others(id).toSpliced(index, 0, ...speakers.filter((speaker) => speaker.id === id)))}
          >
            <ol className={classes.speakers} data-box data-ruled aria-label="Speakers">
              {speakers.map((speaker, index) => (
                <SpeakerRow
                  key={speaker.id}
                  speaker={speaker}
                  path={`speakers.${index}`}
                  errors={errors}
                  onChange={(changed) => onChange(speakers.map((each) => (each === speaker ? { ...each, ...changed } : each)))}
                  onRemove={() => {
                    onChange(others(speaker.id));
                    void moveLostFocus(addButton.current);
                  }}
                />
              ))}
            </ol>
          </SortableRows>
        )}
        <Button
          ref={addButton}
          display="block"
          mt="xs"
          variant="default"
          size="xs"
          leftSection={<IconPlus />}
          disabled={speakers.length >= SPEAKERS_MAX}
          onClick={handleAdd}
        >
          Add speaker
        </Button>
      </Input.Wrapper>
    </BoundInput>
  );
}

interface SpeakerRowProps {
  speaker: SpeakerValue;
  path: string;
  errors: Errors;
  onChange: (changed: Partial<SpeakerValue>) => void;
  onRemove: () => void;
}

const PORTRAIT = { display: 'grid', placeItems: 'center', width: 40, height: 40, background: 'var(--t-sunken)', borderRadius: '50%' };

function SpeakerRow({ speaker, path, errors, onChange, onRemove }: SpeakerRowProps) {
  const { row, handle } = useSortableRow(speaker.id);
  const [isOpen, setOpen] = useState(speaker.name === '');
  const isEdited = isOpen || Object.keys(errors).some((each) => each.startsWith(`${path}.`));
  const name = nameOf(speaker);
  const { picture } = speaker;
  const input = (part: 'name' | 'role') => ({
    name: `${path}.${part}`,
    autoComplete: 'off',
    value: speaker[part],
    error: errors[`${path}.${part}`],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [part]: event.currentTarget.value }),
  });
  return (
    <li {...row} className={rowClasses.row} data-row="wrap">
      <DragHandle name={name} {...handle} />
      {picture === null ? (
        <span style={PORTRAIT} data-fixed aria-hidden="true">
          {initials(name)}
        </span>
      ) : (
        <img style={PORTRAIT} data-fixed src={`/assets/pictures/${picture}`} alt="" />
      )}
      <div className={`${rowClasses.body} ${classes.name}`} dir="auto">
        <strong data-text="stressed">{name}</strong>
        <p>{speaker.role}</p>
      </div>
      <Button {...quietButtonProps} aria-label={`Edit ${name}`} aria-expanded={isEdited} onClick={() => setOpen(!isOpen)}>
        Edit
      </Button>
      <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX />
      </ActionIcon>
      {isEdited && (
        <div className={rowClasses.editor} data-edge="top" onFocus={() => setOpen(true)}>
          <TextInput label="Name" maxLength={SPEAKER_NAME_MAX_LENGTH} {...input('name')} />
          <TextInput label="Role" maxLength={SPEAKER_ROLE_MAX_LENGTH} {...input('role')} />
          <PictureField
            label="Portrait"
            use="portrait"
            name={`${path}.picture`}
            picture={picture}
            error={errors[`${path}.picture`]}
            onChange={([chosen = null]) => onChange({ picture: chosen })}
          />
        </div>
      )}
    </li>
  );
}
