import { Link } from 'react-router-dom';
import type { Article } from './article.ts';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';

export const help: Article = {
  path: '/help',
  title: 'Help Center',
  description:
    'Answers about searching, saved searches, accounts, listing a week, escrow and fees.',
  lead: 'Short answers to what travelers and owners ask most.',
  sections: ({ contactEmail, contactPhone, supportHours }) => [
    {
      id: 'searching',
      heading: 'Searching and booking',
      body: (
        <>
          <h3>How do I find a resort?</h3>
          <p>
            <Link to="/search">Search</Link> by a place, a resort&apos;s name or its brand. Small
            mistakes are forgiven, and words such as Thanksgiving or Christmas look for weeks over
            that holiday.
          </p>
          <h3>How are my words read?</h3>
          <p>
            Dates, people, rooms, prices, places, brands and what a resort offers are recognized: “
            <Link to="/search?q=cheap+beachfront+aruba+for+4">cheap beachfront aruba for 4</Link>”.
            Above the results you see what each part was taken for, and can take it away or search
            for the words themselves. Words that no resort has are named and left out, unless you
            put them in quotation marks.
          </p>
          <h3>Can I hear about new weeks?</h3>
          <p>
            Save a search and leave its alerts on. We write once for every new listing that fits.
            Each mail has a link that turns the alerts off.
          </p>
          <h3>Are bookings secure?</h3>
          <p>
            Ownership is verified before a week is published, and rentals can be protected by
            escrow. See <Link to="/safety">Safety &amp; Trust</Link>.
          </p>
        </>
      ),
    },
    {
      id: 'owners',
      heading: 'Listing and selling',
      body: (
        <>
          <h3>How do I list my timeshare?</h3>
          <p>
            <Link to="/create-listing">List it yourself</Link> in five minutes, or{' '}
            <Link to="/search?type=sell">submit your property</Link> with the resort, the unit and
            the week that you own, and our team calls you within 24 hours.
          </p>
          <h3>What are the fees?</h3>
          <p>
            <Link to="/contact">Contact us</Link> for the fees that apply to your week. You know
            them before you agree to anything.
          </p>
        </>
      ),
    },
    {
      id: 'account',
      heading: 'Your account',
      body: (
        <>
          <h3>I did not get the confirmation mail</h3>
          <p>
            Look into the spam folder, then choose Send Link Again at the top of your{' '}
            <Link to="/dashboard">dashboard</Link>.
          </p>
          <h3>How do I change my email or password?</h3>
          <p>
            Under Account Settings on your dashboard. There you also see where you are signed in,
            download your data, or delete your account.
          </p>
        </>
      ),
    },
    {
      id: 'reach-us',
      heading: 'Reach a person',
      body: (
        <p>
          Write to <TeamEmail email={contactEmail} />, answered within 24 hours
          {contactPhone && (
            <>
              , or call <a href={`tel:${contactPhone.replace(/[^+\d]/g, '')}`}>{contactPhone}</a>
              {supportHours && `, ${supportHours}`}
            </>
          )}
          .
        </p>
      ),
    },
  ],
};
