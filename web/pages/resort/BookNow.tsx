import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { BookNow_site$key } from '../../__generated__/BookNow_site.graphql.ts';

const loadBookingDialog = () => import('./BookingDialog.tsx');
const BookingDialog = lazy(loadBookingDialog);

interface BookNowProps {
  resortName: string;
  site: BookNow_site$key;
}

export function BookNow({ resortName, site }: BookNowProps) {
  const data = useFragment<BookNow_site$key>(
    graphql`
      fragment BookNow_site on Site {
        ...BookingDialog_site
      }
    `,
    site,
  );
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <Button
        variant="contained"
        color="secondary"
        size="large"
        fullWidth
        aria-haspopup="dialog"
        onPointerEnter={() => void loadBookingDialog()}
        onClick={() => setDialog('open')}
      >
        Book Now
      </Button>
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <BookingDialog
            resortName={resortName}
            site={data}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
