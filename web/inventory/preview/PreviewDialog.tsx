import type {
  PreviewDialog_run$data,
  PreviewDialog_run$key,
} from '#web/__generated__/PreviewDialog_run.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { formatCount, plural } from '#common/numbers.ts';
import { previewButtonId } from '../FilterFields.tsx';
import { Figures } from '#web/admin/facts/Figures.tsx';
import figureStyles from '#web/admin/facts/Figures.module.css';
import styles from './PreviewDialog.module.css';
import { foundWords } from '../runs/runWords.ts';

interface PreviewDialogProps {
  run: PreviewDialog_run$key;
  isOpen: boolean;
  isSyncing: boolean;
  onClose: () => void;
  onImport: () => void;
}

export default function PreviewDialog(props: PreviewDialogProps) {
  const { run, isOpen, isSyncing, onClose, onImport } = props;
  const { databaseId, providerName, total, imported, created, updated, unchanged, ...data } =
    useFragment<PreviewDialog_run$key>(runFragment, run);
  const problems = data.problems.edges.map(({ node }) => node);
  const more = data.failed - problems.length;
  const changesNothing = imported > 0 && created + updated + data.withdrawn === 0;
  return (
    <FormDialog
      title="Preview"
      isWide
      isOpen={isOpen}
      onClose={onClose}
      focusAfter={() => document.getElementById(previewButtonId)}
    >
      <div className="stack gap-4 shrink">
        <p className="text-18 semibold breaks">{foundWords(total, providerName)}</p>
        <Figures
          className={`columns-4 gap-3 ${figureStyles.tiles} ${styles.counts}`}
          figures={[
            ['New', created],
            ['Changed', updated],
            ['Unchanged', unchanged],
            ['Errors', data.failed],
          ]}
          isBad={(label, count) => label === 'Errors' && count > 0}
        />
        {imported > 0 && (
          <p>
            <Link to={`/admin/inventory/runs/${databaseId}/rows`}>
              Look at {plural(imported, 'listing')}
            </Link>
          </p>
        )}
        {changesNothing && (
          <p className="notice">
            Every listing is here already, just as the provider has it. There is nothing to import.
          </p>
        )}
        {data.message && <p className="notice">{data.message}</p>}
        {problems.length > 0 && (
          <>
            <h3>Listings that cannot be imported</h3>
            <ProblemList problems={problems} />
            {more > 0 && (
              <p>
                <Link to={`/admin/inventory/runs/${databaseId}`}>
                  See all {plural(data.failed, 'error')}
                </Link>
              </p>
            )}
          </>
        )}
        <div className={`cluster gap-3 to-end ${styles.buttons}`}>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button
            variant="main"
            disabled={isSyncing || imported === 0 || changesNothing}
            onClick={onImport}
          >
            Import {formatCount(imported)} Listings
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}

const runFragment = graphql`
  fragment PreviewDialog_run on InventoryRun {
    databaseId
    providerName
    total
    imported
    created
    updated
    unchanged
    withdrawn
    failed
    message
    problems(first: 100) {
      edges {
        node {
          number
          listingId
          error
        }
      }
    }
  }
`;

type Problem = PreviewDialog_run$data['problems']['edges'][number]['node'];

function ProblemList({ problems }: { problems: readonly Problem[] }) {
  return (
    // It scrolls, so the keyboard must reach it.
    <section
      className={`scroll-y framed rounded on-paper ${styles.problems}`}
      aria-label="Errors"
      // Browsers scroll it by keys only if it has the focus.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <ul className="ruled">
        {problems.map(({ number, listingId, error }) => (
          <li className="stack gap-2px padding-3-4 breaks" key={number}>
            <strong>{listingId}</strong>
            <span className="red">{error}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
