import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { lazy, Suspense, useRef, useState, type ChangeEvent } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { pictureTypes, problemOfFile } from '#web/pictures/editor/newPicture.ts';
import styles from './PictureField.module.css';

const PictureCrop = lazy(() => import('./PictureCrop.tsx'));

interface PictureFieldProps {
  name: string;
  value: string;
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

export function PictureField(props: PictureFieldProps) {
  const [picture, setPicture] = useState<{ file: File; address: string }>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    event.target.value = '';
    if (!chosen) return;
    const found = problemOfFile(chosen);
    setProblem(found);
    if (picture) URL.revokeObjectURL(picture.address);
    setPicture(
      found === undefined ? { file: chosen, address: URL.createObjectURL(chosen) } : undefined,
    );
  };
  const leave = () => {
    if (picture) URL.revokeObjectURL(picture.address);
    setPicture(undefined);
    setTimeout(() => opener.current?.focus());
  };
  return (
    <div className="stack gap-3">
      {picture ? (
        <Suspense fallback={<Skeleton height="280px" radius="14px" />}>
          <PictureCrop
            // Resets the crop for each file.
            key={picture.address}
            {...picture}
            onCancel={leave}
            onDone={(imageUrl) => {
              props.onChange({ target: { value: imageUrl } } as ChangeEvent<HTMLInputElement>);
              leave();
            }}
          />
        </Suspense>
      ) : (
        props.value !== '' && (
          <img
            className={`full rounded on-sand ${styles.picture}`}
            src={props.value}
            alt="As the site shows it"
          />
        )
      )}
      <div className={`main-and-end gap-3 at-bottom ${styles.row}`}>
        <TextField
          {...props}
          error={props.error || problem !== undefined}
          helperText={problem ?? props.helperText}
          label="Picture"
          placeholder="https://"
        />
        <Button
          ref={opener}
          variant="quiet"
          startIcon={<Icon name="upload" size={18} />}
          onClick={() => input.current?.click()}
        >
          Upload Picture
        </Button>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join(',')}
          aria-label="Picture file"
          hidden
          onChange={choose}
        />
      </div>
    </div>
  );
}
