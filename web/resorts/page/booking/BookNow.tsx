import { checkoutPath } from '#common/addresses/checkoutPath.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';

const looks = {
  main: { variant: 'main', size: 'large', fullWidth: true },
  week: { variant: 'quiet', fullWidth: true },
} as const;

const labels = {
  main: { book: 'Book Now', request: 'Request to Book' },
  week: { book: 'Book', request: 'Request' },
} as const;

interface BookNowProps {
  /** The stay to book; without it, visitors choose nights first. */
  stay?: {
    listingId: string;
    checkIn: string;
    checkOut: string;
    guests: number | null;
    /** The displayed total; the price at booking must be equal. */
    totalCents: number;
    isInstant: boolean;
    words: string;
  };
  variant?: 'main' | 'week';
}

export function BookNow({ stay, variant = 'main' }: BookNowProps) {
  const { takesPayments } = useSiteFacts();
  if (!takesPayments) {
    return variant === 'main' ? (
      <ButtonLink {...looks.main} to="/contact">
        Contact Us
      </ButtonLink>
    ) : null;
  }
  const label = labels[variant][stay?.isInstant === false ? 'request' : 'book'];
  if (!stay) {
    return (
      <Button {...looks[variant]} onClick={goToWeeks}>
        {label}
      </Button>
    );
  }
  return (
    <ButtonLink
      {...looks[variant]}
      to={checkoutPath(stay)}
      state={{ seenTotalCents: stay.totalCents }}
    >
      {/* A single element: the button's gap would separate the words. */}
      <span>
        {label}
        <span className="visuallyHidden"> {stay.words}</span>
      </span>
    </ButtonLink>
  );
}

function goToWeeks() {
  const weeks = document.getElementById('weeks');
  weeks?.scrollIntoView();
  weeks?.focus({ preventScroll: true });
}
