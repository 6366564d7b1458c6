import { Link } from 'react-router-dom';
import type { Article } from './article.ts';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';

export const safety: Article = {
  path: '/safety',
  title: 'Safety & Trust',
  description: 'How ownership is verified, what escrow protects, and how to recognise a scam.',
  lead: 'How we keep weeks real and money safe, and what you can do yourself.',
  sections: ({ title, contactEmail }) => [
    {
      id: 'verified',
      heading: 'Verified ownership',
      body: (
        <p>
          An owner gives us the ownership contract. Our team checks it against the resort, the unit
          and the week, and only then is the listing published. Contracts are seen by the team and
          the owner, and by nobody else.
        </p>
      ),
    },
    {
      id: 'escrow',
      heading: 'Escrow',
      body: (
        <>
          <p>A title and escrow partner holds the money until both sides have done their part.</p>
          <ul>
            <li>
              <strong>Rental Protection:</strong> the owner is paid when the stay is certain.
            </li>
            <li>
              <strong>Sale Escrow:</strong> title transfer and fund protection, from the deposit to
              the recorded deed.
            </li>
          </ul>
        </>
      ),
    },
    {
      id: 'scams',
      heading: 'How to recognise a scam',
      body: (
        <ul>
          <li>Somebody asks for a fee up front to sell your week. We never do.</li>
          <li>You are to pay by gift card, wire or cryptocurrency, or outside of escrow.</li>
          <li>You must decide today, or a buyer is already waiting whom you cannot talk to.</li>
          <li>A mail asks for your password. {title} never asks for it by mail or telephone.</li>
        </ul>
      ),
    },
    {
      id: 'report',
      heading: 'Tell us',
      body: (
        <p>
          If something looks wrong, do not pay. Write to <TeamEmail email={contactEmail} /> or use
          the <Link to="/contact">contact page</Link>; a reviewer looks at every report. Reviews can
          be reported where they stand.
        </p>
      ),
    },
  ],
};
