import { Button } from '#web/ui/basics/Button.tsx';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { FormDialog, useFinishDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { formatCount, plural } from '#common/numbers.ts';
import { sendFile } from '#web/admin/sendFile.ts';
import styles from './ImportDialog.module.css';
import { messageOf } from '#web/relay/refusal.ts';

interface ImportDialogProps extends DialogState {
  refresh: () => Promise<void>;
}

export default function ImportDialog({ refresh, ...dialog }: ImportDialogProps) {
  return (
    <FormDialog title="Import Resorts" isWide {...dialog}>
      <Import refresh={refresh} />
    </FormDialog>
  );
}

interface Progress {
  id: string;
  total: number;
  done: number;
  imported: number;
  known: number;
  problems: { line: number; name: string; messages: string[] }[];
}

type Stage = 'choosing' | 'reading' | 'read' | 'importing' | 'done';

function Import({ refresh }: Pick<ImportDialogProps, 'refresh'>) {
  const { stage, progress, failure, read, bringIn } = useImport(refresh);
  const finish = useFinishDialog();
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Lets the same file be chosen again once it is corrected.
    target.value = '';
    if (file) void read(file);
  };
  const isBusy = stage === 'reading' || stage === 'importing';
  return (
    <div className={`stack gap-4 ${styles.importing}`}>
      <div role="status">{statusOf(stage, progress)}</div>
      {progress && (stage === 'importing' || progress.done > 0) && (
        <progress
          className="full clip pill on-foam"
          aria-label="Import"
          value={progress.done}
          max={Math.max(progress.total, 1)}
        />
      )}
      {(stage === 'choosing' || stage === 'reading') && (
        <p id={hintId} className="soft pretty">
          A CSV file whose first line names its columns: name, location, destination and
          description, and any others that an export has. Nothing is imported before you have seen
          what is in it.{' '}
          <a href="/api/admin/resorts/template" download>
            Download a template
          </a>
        </p>
      )}
      {progress && progress.problems.length > 0 && <ImportProblems problems={progress.problems} />}
      <FormFailure message={failure} />
      <div className="cluster gap-3 to-end">
        {stage !== 'done' && stage !== 'importing' && (
          <>
            <Button
              variant={progress ? 'quiet' : 'main'}
              aria-busy={isBusy}
              aria-describedby={progress ? undefined : hintId}
              onClick={() => input.current?.click()}
            >
              {stage === 'reading' ? 'Reading…' : progress ? 'Choose Another File' : 'Choose File'}
            </Button>
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv"
              aria-label="CSV file"
              hidden
              onChange={choose}
            />
          </>
        )}
        {stage === 'read' && progress && progress.total > 0 && (
          <Button variant="main" onClick={() => void bringIn(progress)}>
            {progress.done === 0 ? `Import ${plural(progress.total, 'Resort')}` : 'Go On'}
          </Button>
        )}
        {stage === 'done' && progress && (
          <Button
            variant="main"
            onClick={() =>
              finish({ title: 'Resorts imported', description: importedText(progress) })
            }
          >
            Done
          </Button>
        )}
      </div>
    </div>
  );
}

const mostShown = 200;

function ImportProblems({ problems }: { problems: Progress['problems'] }) {
  const more = problems.length - mostShown;
  return (
    // It scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.problems} aria-label="Lines that cannot be imported" tabIndex={0}>
      <ul className="ruled">
        {problems.slice(0, mostShown).map(({ line, name, messages }) => (
          <li key={line} className="padding-3-4 breaks">
            <strong>Line {formatCount(line)}</strong>
            {name !== '' && ` · ${name}`}
            <span className="block red">{messages.join('. ')}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="padding-3-4 line-above breaks">
          And {formatCount(more)} more. Mend these, and choose the file again.
        </p>
      )}
    </section>
  );
}

function useImport(refresh: () => Promise<void>) {
  const [stage, setStage] = useState<Stage>('choosing');
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();

  const read = async (file: File) => {
    setFailure(undefined);
    setStage('reading');
    try {
      setProgress(await sendFile<Progress>('/api/admin/resorts/imports', file));
      setStage('read');
    } catch (error) {
      setFailure(messageOf(error, failed));
      setStage('choosing');
    }
  };
  const bringIn = async (begun: Progress) => {
    setFailure(undefined);
    setStage('importing');
    let now = begun;
    try {
      while (now.done < now.total) {
        now = await sendFile<Progress>(`/api/admin/resorts/imports/${now.id}`, null);
        setProgress(now);
      }
      setStage('done');
    } catch (error) {
      setFailure(messageOf(error, failed));
      setStage('read');
    }
    await refresh();
  };
  return { stage, progress, failure, read, bringIn };
}

const failed = 'The file could not be read. Please try again';

const importedText = ({ imported, known }: Progress): string =>
  `${plural(imported, 'resort')} imported${known > 0 ? `, ${formatCount(known)} there already` : ''}`;

function statusOf(stage: Stage, progress: Progress | undefined): string {
  if (!progress) return stage === 'reading' ? 'Reading the file…' : '';
  if (stage === 'importing') {
    return `${formatCount(progress.done)} of ${plural(progress.total, 'resort')}…`;
  }
  if (stage === 'done') return importedText(progress);
  const { total, problems } = progress;
  return [
    `${plural(total, 'resort')} can be imported`,
    problems.length > 0 && `, ${plural(problems.length, 'line')} can't`,
  ]
    .filter(Boolean)
    .join('');
}
