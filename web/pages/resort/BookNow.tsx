import { Button } from '../../ui/basics/Button.tsx';
import { lazy, Suspense, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { BookNow_site$key } from '../../__generated__/BookNow_site.graphql.ts';

const loadBookingDialog = () => import('./BookingDialog.tsx');
const BookingDialog = lazy(loadBookingDialog);

const looks = {
  main: { variant: 'contained', color: 'secondary', size: 'large', fullWidth: true },
  week: { variant: 'outlined', color: 'inherit', fullWidth: true },
} as const;

interface BookNowProps {
  resortName: string;
  site: BookNow_site$key;
  /** The week to book, as listed. Defaults to any. */
  week?: string;
  /** How many people will stay; null or missing if that is not known. */
  guests?: number | null;
  variant?: 'main' | 'week';
}

export function BookNow({ resortName, site, week, guests = null, variant = 'main' }: BookNowProps) {
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
        {...looks[variant]}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadBookingDialog()}
        onClick={() => setDialog('open')}
      >
        <span>
          {variant === 'main' ? 'Book Now' : 'Book'}
          {week !== undefined && <span className="visuallyHidden"> {week}</span>}
        </span>
      </Button>
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <BookingDialog
            resortName={resortName}
            site={data}
            week={week}
            guests={guests}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
