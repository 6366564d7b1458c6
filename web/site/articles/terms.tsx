import { Link } from 'react-router-dom';
import type { Article } from './article.ts';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';

export const terms: Article = {
  path: '/terms',
  title: 'Terms of Service',
  description: 'The rules for browsing, renting, listing and selling timeshare weeks on this site.',
  lead: 'The rules for everyone who browses, rents, lists or sells here, in plain words.',
  updated: '2026-11-21',
  sections: ({ title, contactEmail }) => [
    {
      id: 'agreement',
      heading: 'Our agreement',
      body: (
        <>
          <p>
            By using {title} you agree to these terms. If you do not agree, please do not use the
            site. To open an account you must be at least 18 years old and able to make a contract.
          </p>
          <p>
            {title} is a marketplace. Weeks are offered by their owners, not by us, and an agreement
            to rent or to buy is made between the owner and the traveler or buyer.
          </p>
        </>
      ),
    },
    {
      id: 'account',
      heading: 'Your account',
      body: (
        <ul>
          <li>Give your real name and an email address that reaches you.</li>
          <li>Keep your password to yourself. What is done with your account counts as yours.</li>
          <li>
            You can change your details, download your data or delete your account at any time in
            the account settings of your <Link to="/dashboard">dashboard</Link>.
          </li>
        </ul>
      ),
    },
    {
      id: 'listings',
      heading: 'Listings and submissions',
      body: (
        <>
          <p>
            Offer only weeks that you own or may offer. Describe them truthfully: the resort, the
            unit, the dates and the full price. We ask for the ownership contract and verify it
            before a listing is published, and we may decline or withdraw a listing that breaks
            these terms.
          </p>
          <p>Submitting a property creates no duty to sell or rent it, for you or for us.</p>
        </>
      ),
    },
    {
      id: 'payments',
      heading: 'Payments and escrow',
      body: (
        <p>
          Rentals and sales can be protected by a title and escrow partner, under the partner&apos;s
          own terms. Never pay an owner outside of the way that was agreed on; such payments are not
          protected. Fees, where there are any, are told to you before you agree to them.
        </p>
      ),
    },
    {
      id: 'reviews',
      heading: 'Reviews',
      body: (
        <p>
          Write about stays of your own, once for each resort. No insults, no advertising, nothing
          that is private to someone else. We remove reviews that break these rules when they are
          reported.
        </p>
      ),
    },
    {
      id: 'not-allowed',
      heading: 'What is not allowed',
      body: (
        <ul>
          <li>Offering weeks that you do not own, or the same nights twice.</li>
          <li>Misleading prices, pictures or descriptions.</li>
          <li>Collecting other people&apos;s data, or getting around limits and protections.</li>
        </ul>
      ),
    },
    {
      id: 'liability',
      heading: 'What we answer for',
      body: (
        <p>
          We run the site with care, but cannot promise that it is always available or that every
          word that members write is right. We are liable as the law requires, and for damage that
          we cause on purpose or by gross negligence. Laws that protect you as a consumer stay
          untouched.
        </p>
      ),
    },
    {
      id: 'changes',
      heading: 'Changes and contact',
      body: (
        <p>
          When we change these terms we say so here and, where it matters to you, by mail before
          they take effect. Questions go to <TeamEmail email={contactEmail} />.
        </p>
      ),
    },
  ],
};
