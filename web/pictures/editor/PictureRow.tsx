import { Button } from '#web/ui/basics/Button.tsx';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { useState, type ComponentProps } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PictureRow_picture$key } from '#web/__generated__/PictureRow_picture.graphql.ts';
import type { pictureMutationsDeleteMutation } from '#web/__generated__/pictureMutationsDeleteMutation.graphql.ts';
import type { pictureMutationsDescribeMutation } from '#web/__generated__/pictureMutationsDescribeMutation.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Drawing, Icon } from '#web/ui/basics/Icon.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { useUnsavedWork } from '#web/ui/dialogs/unsavedWork.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { PictureView } from '../PictureView.tsx';
import { problemOfDescription } from './newPicture.ts';
import styles from './PictureEditor.module.css';
import { deletePictureMutation, describePictureMutation } from './pictureMutations.ts';
import type { InTurn } from './useTurns.ts';

interface PictureRowProps {
  picture: PictureRow_picture$key;
  /** 1 for the first. */
  position: number;
  count: number;
  place: { order: number; isDragged: boolean } | undefined;
  handle: Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown'>;
  inTurn: InTurn;
  onDeleted: () => void;
}

export function PictureRow(props: PictureRowProps) {
  const { picture, position, count, place, handle, inTurn, onDeleted } = props;
  const data = useFragment<PictureRow_picture$key>(
    graphql`
      fragment PictureRow_picture on Picture {
        id
        alt
        ...PictureView_picture
      }
    `,
    picture,
  );
  const [isAsked, setIsAsked] = useState(false);
  return (
    <li
      className={`row gap-3 card ${styles.row}`}
      data-dragged={place?.isDragged === true}
      style={place && { order: place.order }}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={`Move picture ${position} of ${count}: ${data.alt}`}
        {...handle}
      >
        <Drawing path={grip} size={22} />
      </button>
      <PictureView picture={data} sizes="120px" isDescribed />
      {isAsked ? (
        <DeleteQuestion
          id={data.id}
          inTurn={inTurn}
          onKeep={() => setIsAsked(false)}
          onDeleted={onDeleted}
        />
      ) : (
        <>
          <Description id={data.id} alt={data.alt} position={position} inTurn={inTurn} />
          <IconButton
            aria-label={`Delete picture ${position}: ${data.alt}`}
            onClick={() => setIsAsked(true)}
          >
            <Icon name="trash" />
          </IconButton>
        </>
      )}
    </li>
  );
}

interface DescriptionProps {
  id: string;
  alt: string;
  position: number;
  inTurn: InTurn;
}

function Description({ id, alt, position, inTurn }: DescriptionProps) {
  const [describe] = useCommand<pictureMutationsDescribeMutation>(describePictureMutation);
  const [text, setText] = useState(alt);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const isChanged = text.trim() !== alt;
  useUnsavedWork(isChanged && !isSaving);

  const save = async () => {
    if (!isChanged) return;
    const found = problemOfDescription(text);
    setProblem(found);
    if (found !== undefined) return;
    setIsSaving(true);
    try {
      const input = { pictureId: id, alt: text };
      await inTurn(() => describe({ input }));
      setIsSaved(true);
    } catch (error) {
      setProblem(messageOf(error, 'The description could not be saved'));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <TextField
      label={`What picture ${position} shows`}
      value={text}
      error={problem !== undefined}
      helperText={problem ?? (isSaving ? 'Saving…' : isSaved && !isChanged ? 'Saved' : undefined)}
      onChange={({ target }) => {
        setText(target.value);
        setProblem(undefined);
      }}
      onBlur={() => void save()}
    />
  );
}

interface DeleteQuestionProps {
  id: string;
  inTurn: InTurn;
  onKeep: () => void;
  onDeleted: () => void;
}

function DeleteQuestion({ id, inTurn, onKeep, onDeleted }: DeleteQuestionProps) {
  const [remove] = useCommand<pictureMutationsDeleteMutation>(deletePictureMutation);
  const [isDeleting, setIsDeleting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    if (isDeleting) return;
    setIsDeleting(true);
    try {
      const input = { pictureId: id };
      await inTurn(() => remove({ input }));
      onDeleted();
    } catch (error) {
      setFailure(messageOf(error, 'The picture could not be deleted'));
    } finally {
      setIsDeleting(false);
    }
  };
  return (
    <div className={styles.question}>
      <p>Delete this picture? It can&apos;t be restored.</p>
      <FormFailure message={failure} />
      <div className="cluster gap-2">
        <Button
          ref={takeFocus}
          variant="contained"
          color="error"
          aria-busy={isDeleting}
          onClick={() => void run()}
        >
          {isDeleting ? 'Deleting…' : 'Delete Picture'}
        </Button>
        <Button variant="quiet" onClick={onKeep}>
          Keep It
        </Button>
      </div>
    </div>
  );
}

const grip = 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1';
