import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SavedSearchList_viewer$key } from '#web/__generated__/SavedSearchList_viewer.graphql.ts';
import { NothingYet } from '../cards/NothingYet.tsx';
import { SavedSearchRow } from './SavedSearchRow.tsx';

export function SavedSearchList({ viewer }: { viewer: SavedSearchList_viewer$key }) {
  const { savedSearches, emailVerified } = useFragment<SavedSearchList_viewer$key>(
    graphql`
      fragment SavedSearchList_viewer on User {
        emailVerified
        savedSearches(first: 50) @connection(key: "SavedSearchList_savedSearches") {
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
    <div ref={list} tabIndex={-1}>
      {savedSearches.edges.length === 0 ? (
        <NothingYet
          icon="search"
          title="No saved searches yet"
          hint="Save a search to hear by email when a listing that fits is published."
        />
      ) : (
        <>
          <p className="margin-bottom-2 soft">
            {emailVerified
              ? 'With alerts on, we write once for every new listing that fits.'
              : 'Alerts start once you have confirmed your email.'}
          </p>
          <ul className="ruled">
            {savedSearches.edges.map(({ node }) => (
              <SavedSearchRow key={node.id} search={node} onDeleted={() => list.current?.focus()} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
