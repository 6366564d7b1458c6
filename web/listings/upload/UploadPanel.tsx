import { Button } from '#web/ui/basics/Button.tsx';
import { useEffect, useState, type DragEvent, type RefObject } from 'react';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { Drawing, Icon } from '#web/ui/basics/Icon.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import type { NewToast } from '#web/ui/feedback/toastStore.ts';
import { formatBytes, type DocumentKind } from './contractFiles.ts';
import { formatTimeLeft } from './transferTime.ts';
import dropZone from '#web/ui/forms/DropZone.module.css';
import styles from './UploadPanel.module.css';
import { percentOf, type UploadState } from './uploadState.ts';
import { loadUploadClient, type useContractUpload } from './useContractUpload.ts';

type SendingState = Extract<UploadState, { phase: 'sending' }>;
type Upload = ReturnType<typeof useContractUpload>;

interface UploadPanelProps {
  upload: Upload;
  finishRef?: RefObject<(toast: NewToast) => void>;
}

export function UploadPanel({ upload, finishRef }: UploadPanelProps) {
  const finishDialog = useFinishDialog();
  useEffect(() => {
    if (finishRef) finishRef.current = finishDialog;
  });
  useEffect(() => void loadUploadClient().catch(() => undefined), []);
  const { state } = upload;
  switch (state.phase) {
    case 'choosing':
      return <Choosing kind={upload.kind} problems={state.problems} onChoose={upload.choose} />;
    case 'failed':
      return <Failed state={state} upload={upload} />;
    default:
      return <UnderWay state={state} upload={upload} />;
  }
}

interface ChoosingProps {
  kind: DocumentKind;
  problems: readonly string[];
  onChoose: (files: readonly File[]) => void;
}

function Choosing({ kind, problems, onChoose }: ChoosingProps) {
  const [isOver, setIsOver] = useState(false);
  // Phones and tablets. Hidden by CSS alone, the button would still count in the focus trap.
  const [hasCamera] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    <>
      <div
        className={`stack gap-3 centered tile ${dropZone.zone}`}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <span className={`disc on-white teal ${styles.mark}`}>
          <Icon name="document" size={34} />
        </span>
        <p className={`semibold ${styles.dropHint}`}>{kind.invitation}</p>
        <div className="cluster gap-3 to-middle full">
          <FileButton
            label="Choose a File"
            accept={[...kind.extensions, ...kind.types].join(',')}
            onChoose={onChoose}
          />
          {hasCamera && (
            <FileButton label="Take a Photo" accept="image/*" isCamera onChoose={onChoose} />
          )}
        </div>
        <p className="soft text-15-5 digits">{kind.formats}</p>
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className="problem breaks">
            {problem}
          </p>
        ))}
      </div>
      <p className="icon-and-text gap-3 middle soft text-15-5">
        <Icon name="lock" size={20} />
        {kind.readers}
      </p>
    </>
  );
}

interface FileButtonProps {
  label: string;
  accept: string;
  isCamera?: boolean;
  onChoose: (files: readonly File[]) => void;
}

function FileButton({ label, accept, isCamera = false, onChoose }: FileButtonProps) {
  return (
    <label className={isCamera ? styles.camera : styles.file}>
      {isCamera ? <Drawing path={drawings.camera} size={20} /> : <Icon name="upload" size={20} />}
      {label}
      <input
        type="file"
        className="visuallyHidden"
        accept={accept}
        {...(isCamera && { capture: 'environment' })}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </label>
  );
}

interface UnderWayProps {
  state: Extract<UploadState, { phase: 'sending' | 'checking' }>;
  upload: Upload;
}

function UnderWay({ state, upload }: UnderWayProps) {
  const isSending = state.phase === 'sending';
  const percent = isSending ? percentOf(state) : 100;
  return (
    <>
      <div className="stack gap-3">
        <div className={`stack gap-3 middle semibold tide-icons ${styles.name}`}>
          <Icon name="document" size={28} />
          <p className="breaks" ref={takeFocus} tabIndex={-1}>
            {state.fileName}
          </p>
          {isSending && <strong className={styles.percent}>{percent}%</strong>}
        </div>
        <div
          className={`clip pill on-sand ${styles.bar}`}
          data-state={
            isSending ? (state.isPaused || state.isOffline ? 'held' : 'moving') : 'checking'
          }
          role="progressbar"
          aria-label={`Upload of ${state.fileName}`}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(isSending && { 'aria-valuenow': percent })}
        >
          <span className="block full-height pill" style={{ width: `${percent}%` }} />
        </div>
        <p className="soft text-15-5 digits">
          {isSending ? progressText(state) : 'Checking the document…'}
        </p>
        <p className="visuallyHidden" role="status">
          {isSending
            ? `${Math.floor(percent / 25) * 25} percent uploaded${heldText(state)}`
            : 'Checking the document'}
        </p>
      </div>
      <div role="status">
        {state.isOffline && (
          <p className="notice icon-and-text gap-3 middle">
            <Drawing path={drawings.offline} size={22} />
            No Internet connection. The upload goes on by itself once you are back online.
          </p>
        )}
      </div>
      <div className={`cluster gap-3 ${styles.actions}`}>
        {isSending && (
          <Button
            variant="contained"
            size="large"
            onClick={state.isPaused ? upload.resume : upload.pause}
            startIcon={<Drawing path={state.isPaused ? drawings.play : drawings.pause} size={20} />}
          >
            {state.isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button variant="quiet" size="large" onClick={upload.cancel}>
          Cancel Upload
        </Button>
      </div>
      {upload.kind.outlivesDialog && (
        <p className="soft text-15-5 digits">
          You can close this and go on: we keep sending meanwhile.
        </p>
      )}
    </>
  );
}

function heldText({ isPaused, isRetrying }: SendingState): string {
  if (isPaused) return ', paused';
  return isRetrying ? ', no answer, trying again' : '';
}

function progressText(state: SendingState): string {
  const { sentBytes, totalBytes, secondsLeft, isPaused, isOffline, isRetrying } = state;
  const amount = `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
  if (isPaused) return `${amount} · Paused`;
  if (isRetrying && !isOffline) return `${amount} · No answer, trying again…`;
  return secondsLeft === undefined ? amount : `${amount} · ${formatTimeLeft(secondsLeft)}`;
}

interface FailedProps {
  state: Extract<UploadState, { phase: 'failed' }>;
  upload: Upload;
}

function Failed({ state, upload }: FailedProps) {
  const { fileName, title, reason, canRetry } = state;
  return (
    <>
      <div className={`stack gap-3 middle semibold tide-icons ${styles.name}`}>
        <Icon name="document" size={28} />
        <p className="breaks" ref={takeFocus} tabIndex={-1}>
          {fileName}
        </p>
      </div>
      <FormFailure message={failureText(title, reason)} />
      <div className={`cluster gap-3 ${styles.actions}`}>
        {canRetry && (
          <Button
            variant="contained"
            size="large"
            onClick={upload.retry}
            startIcon={<Icon name="retry" size={20} />}
          >
            Try Again
          </Button>
        )}
        <Button variant="quiet" size="large" onClick={upload.cancel}>
          Choose Another File
        </Button>
      </div>
    </>
  );
}

export function failureText(title: string, reason: string | undefined): string {
  const more = (reason ?? '')
    .replace(title, '')
    .replace(/(^|\.?\s)Please try again\.?$/, '')
    .replace(/\.$/, '')
    .trim();
  return more === '' || title.includes(more) ? title : `${title} ${more}.`;
}

const drawings = {
  camera: 'M4 8h3.2l1.6-2.5h6.4L16.8 8H20v11.5H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  offline: 'M3.5 9.5a12.5 12.5 0 0 1 17 0M6.5 13a8 8 0 0 1 11 0M12 19.5v.1M4 3.5l16 17',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5.5l10.5 6.5L8 18.5z',
};
