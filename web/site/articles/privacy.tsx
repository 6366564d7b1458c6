import { Link } from 'react-router-dom';
import type { Article } from './article.ts';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';

export const privacy: Article = {
  path: '/privacy',
  title: 'Privacy Policy',
  description: 'What this site knows about you, why, for how long, and how to get or delete it.',
  lead: 'What we know about you, why we keep it, and how to get it or have it deleted.',
  updated: '2026-11-27',
  sections: ({ title, contactEmail }) => [
    {
      id: 'what',
      heading: 'What we keep',
      body: (
        <ul>
          <li>Your account: name, username, email address, and a one-way hash of your password.</li>
          <li>
            What you make here: reviews, favorites, saved searches, bookings, listings, and
            properties that you submit.
          </li>
          <li>
            Where you are signed in: browser, IP address and time, so that you can recognise your
            sessions and end them.
          </li>
          <li>
            A record of changes to your account: passwords, usernames, addresses, bank details and
            tokens, without their contents. Our team can read it.
          </li>
          <li>The mail that we send you.</li>
        </ul>
      ),
    },
    {
      id: 'why',
      heading: 'Why we keep it',
      body: (
        <p>
          To run your account and the marketplace, to answer you, to send the alerts that you asked
          for, and to keep strangers out. We show no advertising, use no trackers, and sell nothing
          that we know about you.
        </p>
      ),
    },
    {
      id: 'who',
      heading: 'Who sees it',
      body: (
        <p>
          Your name stands beside your reviews. Your email address, phone number and submissions are
          seen by our team only. Our team reads your messages with another member only if one of you
          reports them, or reports a problem with the stay that they are about. When a rental or a
          sale is protected, the title and escrow partner gets what that takes. Nobody else does,
          unless the law requires it.
        </p>
      ),
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      body: (
        <>
          <p>Three cookies, none of which follows you around:</p>
          <ul>
            <li>
              <code>tideweek</code> keeps you signed in.
            </li>
            <li>
              <code>tideweek-device</code> remembers for a year that you have signed in with this
              browser, so that strangers who guess your password can’t lock you out.
            </li>
            <li>
              <code>tideweek-wrote</code> lasts ten seconds after you have changed something, so
              that you see your change at once.
            </li>
          </ul>
          <p>
            Your browser itself also remembers your latest searches, and in each tab the weeks that
            you compare and what you typed in a checkout. {title} loads nothing from other sites:
            fonts, pictures and maps are our own. Only a checkout with Stripe loads Stripe’s form
            for the card, which may set cookies of Stripe.
          </p>
        </>
      ),
    },
    {
      id: 'how-long',
      heading: 'How long',
      body: (
        <p>
          As long as you have an account. Sessions end by themselves when they are not used. When
          you delete your account, what is yours is deleted at once; where a booking or a listing
          has to be kept, it is kept without your name. The record of changes to accounts stays,
          with the username of that time. The server’s log has the network that a sign-in came from,
          and the IP address of calls that were refused.
        </p>
      ),
    },
    {
      id: 'rights',
      heading: 'Your rights',
      body: (
        <>
          <p>
            In the account settings of your <Link to="/dashboard">dashboard</Link> you can correct
            your details, download everything that we hold about you, and delete your account. Every
            alert has a link that turns it off without signing in.
          </p>
          <p>
            For anything else write to <TeamEmail email={contactEmail} />. You may also complain to
            the data protection authority where you live.
          </p>
        </>
      ),
    },
  ],
};
