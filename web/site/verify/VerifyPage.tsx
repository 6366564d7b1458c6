import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import type {
  VerifyPageQuery,
  VerifyPageQuery$data,
} from '#web/__generated__/VerifyPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import listStyles from '#web/ui/layout/ListPage.module.css';
import { TextField } from '#web/ui/material/TextField.ts';
import { formatDay } from '#web/ui/words/dates.ts';

export const page = definePage<VerifyPageQuery>({
  path: ['/verify', '/verify/:code'],
  access: 'everyone',
  query: graphql`
    query VerifyPageQuery($code: String!) {
      ...AppShell_query
      checkOffer(code: $code) {
        mailDomain
        offer {
          resortName
          title
          isForSale
          isForRent
          verifiedOn
          path
        }
      }
    }
  `,
  variables: ({ params }) => ({ code: (params.code ?? '').slice(0, 100) }),
  fetchPolicy: 'network-only',
  meta: (_, { siteTitle }) => ({
    title: `Is this offer real? | ${siteTitle}`,
    description: `Check the code of an offer, and whether a message comes from ${siteTitle}.`,
  }),
  skeleton: <EmptyPageSkeleton />,
  component: Verify,
});

function Verify({ data: { checkOffer }, params }: PageProps<VerifyPageQuery>) {
  const { title } = useSiteFacts();
  const { code = '' } = params;
  return (
    <div className={`content ${listStyles.page}`}>
      <div className="stack gap-5 full prose pretty breaks">
        <h1>Is this offer real?</h1>
        <p>
          Every week and timeshare on {title} has a code of ten letters. Ask for the code, and see
          here what it stands for. Then open the offer from here, not from a link in a message.
        </p>
        <CodeForm key={code} code={code} />
        {code !== '' && (
          <section className="stack gap-3 padding-4 tile" role="status" aria-label="Answer">
            <Answer offer={checkOffer.offer} code={code} />
          </section>
        )}
        <h2>You only pay here</h2>
        <p>
          Stays are paid in the checkout of {title}, and the price of a timeshare to the escrow
          partner, as the page of the sale says. Nobody who writes for us asks for a wire to a
          person, gift cards, a payment app or cryptocurrency, or for a fee in advance.
        </p>
        <h2>Is a message from us?</h2>
        <p>
          {checkOffer.mailDomain
            ? `Our mail comes from an address that ends in @${checkOffer.mailDomain}.`
            : 'Our mail tells you what you also find here after signing in.'}{' '}
          A sender can be forged, so sign in here by yourself: what is true is in your messages and
          bookings. We never ask for your password or for a code that was sent to you.
        </p>
        <p>
          <Link to="/safety">How to recognise a scam</Link>
        </p>
      </div>
    </div>
  );
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  return (
    <form
      className="stack gap-3 to-left"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(`/verify/${encodeURIComponent(typed.trim())}`);
      }}
    >
      <TextField
        label="Offer code"
        helperText="Ten letters, such as CDFGH-JKMNP"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="main">
        Check the Code
      </Button>
    </form>
  );
}

interface AnswerProps {
  offer: VerifyPageQuery$data['checkOffer']['offer'];
  code: string;
}

function Answer({ offer, code }: AnswerProps) {
  if (!offer) {
    return (
      <p>
        <strong>No offer has the code {code}.</strong> Compare the letters. If they are right, the
        offer is not from here: do not pay.
      </p>
    );
  }
  const { resortName, title, isForSale, isForRent, verifiedOn, path } = offer;
  const state =
    isForSale && isForRent ? 'for sale and for rent' : isForSale ? 'for sale' : 'for rent';
  return (
    <>
      <p className="text-22 semibold">
        {path == null ? 'No longer offered. Do not pay for it' : `Yes, it is ${state} here`}
      </p>
      <p>
        {title}, {resortName}
      </p>
      {verifiedOn != null && <p>Our team verified the ownership on {formatDay(verifiedOn)}.</p>}
      {path != null && <Link to={path}>See the offer</Link>}
    </>
  );
}
