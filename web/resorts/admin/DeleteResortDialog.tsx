import { graphql } from 'react-relay/hooks';
import type { DeleteResortDialogMutation } from '#web/__generated__/DeleteResortDialogMutation.graphql.ts';
import { Link } from 'react-router-dom';
import { plural, verbFor } from '#common/numbers.ts';
import { useSettled } from '#web/admin/settle.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { ResortRow } from './resortForms.ts';

export default function DeleteResortDialog(props: RowDialogProps<ResortRow>) {
  const { row: resort, refresh } = props;
  const remove = useSettled<DeleteResortDialogMutation>(graphql`
    mutation DeleteResortDialogMutation($input: DeleteResortInput!) {
      answer: deleteResort(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const {
    databaseId: resortId = '',
    version = null,
    name = '',
    listings = 0,
    bookings = 0,
  } = resort ?? {};
  const isKept = listings + bookings > 0;
  return (
    <DeleteDialog
      title="Delete Resort"
      run={() =>
        remove({ resortId, version }, { title: 'Resort deleted', description: name }, refresh)
      }
      failed={{ title: failed, description: 'Please try again' }}
      isRefused={isKept}
      {...props}
    >
      {isKept ? (
        <>
          <p>
            {name} has {kept(listings, bookings)}, so it cannot be deleted. Guests and owners depend
            on them.
          </p>
          <ul>
            {bookings > 0 && (
              <li>
                <Link to={`/admin/bookings?${new URLSearchParams({ q: name })}`}>
                  See {plural(bookings, 'booking')}
                </Link>
              </li>
            )}
            {listings > 0 && (
              <li>
                <Link to={`/resort/${resortId}`}>See the weeks that are on offer there</Link>
              </li>
            )}
            <li>
              <Link
                to={`/admin/resorts?${new URLSearchParams({ dialog: 'edit', id: resortId, q: name })}`}
              >
                Edit the resort instead
              </Link>
            </li>
          </ul>
        </>
      ) : (
        <>
          <p>Are you sure you want to delete {name}? This action cannot be undone.</p>
          {resort && resort.reviewCount > 0 && (
            <p>
              {plural(resort.reviewCount, 'review')} {verbFor(resort.reviewCount, 'go')} with it.
            </p>
          )}
        </>
      )}
    </DeleteDialog>
  );
}

const failed = 'Failed to delete resort';

const kept = (listings: number, bookings: number): string =>
  [listings > 0 && plural(listings, 'listing'), bookings > 0 && plural(bookings, 'booking')]
    .filter(Boolean)
    .join(' and ');
