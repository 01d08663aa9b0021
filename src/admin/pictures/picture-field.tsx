import { ActionIcon, Box, Input, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/session/call.ts';
import { ChooseButton, DropArea } from '#admin/ui/inputs/file-input.tsx';
import { IconX } from '#admin/ui/layout/icons.tsx';
import { pictureCalls } from '#contract/pictures.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { PictureError, type PictureUse, preparePicture } from './prepare-picture.ts';

const FILE_LIMITS = 'PNG, JPEG or WebP, up to 20 MB. You can also drop a file here.';
const CROPPED = 'Cropped to the middle: a cover can be anything from square to three times as wide as it is tall.';

interface PictureFieldProps {
  label: string;
  use: PictureUse;
  name: string;
  /** The id of the stored picture that is shown; null: none. */
  picture: string | null;
  error?: string | undefined;
  /** What the picture is for, under its size. */
  note?: string;
  /** Gets the ids of a stored picture in each of its sizes, the largest first; none when it was removed. */
  onChange: (ids: readonly string[]) => void;
}

/** A picture that is chosen or dropped, prepared in the browser and uploaded. If a file is refused, the previous picture stays. */
export function PictureField({ label, name, picture, error, onChange, ...shown }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { busyWith, problem = error, uploaded, take, forgetProblem } = useUpload(shown.use, onChange);
  const file = uploaded?.id === picture ? uploaded : undefined;
  const [choose, borderStyle] = picture === null ? ['Choose a picture', 'dashed'] : ['Replace', 'solid'];
  const handleRemove = () => {
    forgetProblem();
    onChange([]);
    // Its button disappears.
    input.current?.focus();
  };
  return (
    <Input.Wrapper id={id} label={label} error={problem} description={file?.isCropped === true ? CROPPED : undefined}>
      <DropArea data-row="wrap" style={{ padding: 12, borderStyle }} onDrop={take}>
        <ShownPicture {...shown} picture={picture} file={file} busyWith={busyWith} />
        <span data-row data-fixed>
          <ChooseButton
            ref={input}
            id={id}
            name={name}
            label={choose}
            accept="image/png,image/jpeg,image/webp"
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-error`}
            onFile={take}
          />
          {picture === null || busyWith !== undefined ? null : (
            <ActionIcon aria-label={`Remove: ${label}`} title="Remove" onClick={handleRemove}>
              <IconX />
            </ActionIcon>
          )}
        </span>
      </DropArea>
    </Input.Wrapper>
  );
}

/** Prepares a file and stores the result. @throws PictureError, ApiError */
async function upload(file: File, use: PictureUse) {
  const { files, isCropped } = await preparePicture(file, use);
  const stored = await Promise.all(files.map(async (body) => call(pictureCalls.uploadPicture, { body })));
  const weight = `${formatCount(Math.ceil((files[0]?.size ?? 0) / 1_000))} kB`;
  return { ids: stored.map(({ id }) => id), id: stored[0]?.id, name: file.name, weight, isCropped: isCropped && use === 'cover' };
}

type UploadedFile = Awaited<ReturnType<typeof upload>>;

function useUpload(use: PictureUse, onChange: PictureFieldProps['onChange']) {
  const [uploaded, setUploaded] = useState<UploadedFile>();
  // Text typed next to the picture in the meantime belongs to its value.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
    // Once the field is closed, an upload that finishes changes nothing.
    return () => {
      latest.current = () => undefined;
    };
  });
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (file: File) => upload(file, use),
    // The file would stay in memory after the field is closed.
    gcTime: 0,
    onSuccess: (done) => {
      setUploaded(done);
      latest.current(done.ids);
    },
  });
  return {
    busyWith: isPending ? variables.name : undefined,
    problem: (error instanceof PictureError ? error.message : error && messageOf(error)) ?? undefined,
    uploaded,
    take: (file: File) => (isPending ? undefined : mutate(file)),
    forgetProblem: reset,
  };
}

const CORNERS = 'var(--t-radius-small)';
const SHOWN = { flex: 'none', width: 104, height: 64, objectFit: 'contain', background: 'var(--t-sunken)', borderRadius: CORNERS } as const;

interface ShownPictureProps extends Pick<PictureFieldProps, 'use' | 'picture' | 'note'> {
  file: UploadedFile | undefined;
  busyWith: string | undefined;
}

function ShownPicture({ use, picture, note, file, busyWith }: ShownPictureProps) {
  const [size, setSize] = useState<string>();
  const facts = picture === null ? [FILE_LIMITS] : [size, file?.weight, note];
  return (
    <>
      {picture === null ? null : (
        <img
          style={{ ...SHOWN, ...(use === 'portrait' && { width: 64, borderRadius: '50%' }) }}
          src={`/assets/pictures/${picture}`}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${formatCount(naturalWidth)} × ${formatCount(naturalHeight)}`)
          }
        />
      )}
      <Box flex="1 1 5rem" miw={0} data-breaks data-text="small" role="status">
        <p data-text="stressed">{busyWith ?? file?.name}</p>
        {busyWith === undefined ? (
          facts.map((fact) => fact === undefined || <p key={fact}>{fact}</p>)
        ) : (
          <Progress mt={8} value={100} animated aria-hidden="true" />
        )}
      </Box>
    </>
  );
}
