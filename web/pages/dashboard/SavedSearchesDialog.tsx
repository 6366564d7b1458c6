import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SavedSearchesDialog_viewer$key } from '../../__generated__/SavedSearchesDialog_viewer.graphql.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { NothingYet } from './NothingYet.tsx';
import { SavedSearchRow } from './SavedSearchRow.tsx';
import styles from './SavedSearchesDialog.module.css';

interface SavedSearchesDialogProps {
  viewer: SavedSearchesDialog_viewer$key;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function SavedSearchesDialog({ viewer, ...dialog }: SavedSearchesDialogProps) {
  const { savedSearches, emailVerified } = useFragment<SavedSearchesDialog_viewer$key>(
    graphql`
      fragment SavedSearchesDialog_viewer on User {
        emailVerified
        savedSearches(first: 50) @connection(key: "SavedSearchesDialog_savedSearches") {
          edges {
            node {
              id
              ...SavedSearchRow_search
            }
          }
        }
      }
    `,
    viewer,
  );
  const list = useRef<HTMLDivElement>(null);
  return (
    <FormDialog title="Saved Searches" isWide {...dialog}>
      <div ref={list} tabIndex={-1} className={styles.list}>
        {savedSearches.edges.length === 0 ? (
          <NothingYet
            icon="search"
            title="No saved searches yet"
            hint="Save a search to hear by email when a listing that fits is published."
          />
        ) : (
          <>
            <p className={styles.note}>
              {emailVerified
                ? 'With alerts on, we write once for every new listing that fits.'
                : 'Alerts start once you have confirmed your email.'}
            </p>
            <ul>
              {savedSearches.edges.map(({ node }) => (
                <SavedSearchRow
                  key={node.id}
                  search={node}
                  onDeleted={() => list.current?.focus()}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  );
}
