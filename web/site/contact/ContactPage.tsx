import { graphql } from 'react-relay/hooks';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import type { ContactPageQuery } from '#web/__generated__/ContactPageQuery.graphql.ts';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './ContactPage.module.css';

const helpSections = [
  {
    icon: 'compass',
    title: 'Travelers',
    text: 'Finding a resort, choosing a week, and questions about a stay you have arranged.',
  },
  {
    icon: 'key',
    title: 'Owners',
    text: 'Offering your week for rent or sale, and having your ownership verified.',
  },
  {
    icon: 'shield',
    title: 'Escrow Services',
    text: 'Rental Protection, and Sale Escrow with title transfer and fund protection.',
  },
  {
    icon: 'chat',
    title: 'Technical Support',
    text: 'Trouble signing in, or something on the site that does not work as it should.',
  },
] as const;

const questions = [
  {
    question: 'How do I list my timeshare?',
    answer: (
      <>
        <Link to="/create-listing">List your timeshare</Link> here: name the resort, your week and
        the price, and add your ownership contract. Contact us if you want to be guided through it.
      </>
    ),
  },
  {
    question: 'Are bookings secure?',
    answer:
      'Yes. Ownership is verified before a week is offered, and escrow protects rentals and sales.',
  },
  { question: 'What are the fees?', answer: 'Contact us for the fees that apply to your week.' },
];

export const page = definePage<ContactPageQuery>({
  path: '/contact',
  access: 'everyone',
  query: graphql`
    query ContactPageQuery {
      ...AppShell_query
      site {
        contactEmail
        contactPhone
        supportHours
      }
    }
  `,
  meta: {
    title: 'Contact Us',
    description:
      'Reach the team by email or phone: help for travelers, owners, escrow and technical questions.',
  },
  skeleton: <EmptyPageSkeleton />,
  component: Contact,
});

function Contact({ data: { site } }: PageProps<ContactPageQuery>) {
  return (
    <div className={`content stack gap-7 page-space ${styles.page}`}>
      <header>
        <h1>Contact Us</h1>
        {(site.contactEmail || site.contactPhone) && (
          <p className="margin-top-2 soft text-19">
            People who know timeshares, a message or a call away.
          </p>
        )}
      </header>
      {!site.contactEmail && !site.contactPhone && (
        <p>This site has not published an address or a telephone number yet.</p>
      )}
      <ul className={`stack gap-5 ${styles.ways}`}>
        {site.contactEmail && (
          <li>
            <Icon name="mail" size={30} />
            <h2>Email</h2>
            <a
              className="inline target text-19 semibold breaks"
              href={`mailto:${site.contactEmail}`}
            >
              <EmailText email={site.contactEmail} />
            </a>
            <p>We respond within 24 hours.</p>
          </li>
        )}
        {site.contactPhone && (
          <li>
            <Icon name="phone" size={30} />
            <h2>Phone</h2>
            <a
              className="inline target text-19 semibold breaks"
              href={`tel:${site.contactPhone.replace(/[^+\d]/g, '')}`}
            >
              {site.contactPhone}
            </a>
            {site.supportHours && <p>{site.supportHours}</p>}
          </li>
        )}
      </ul>
      <section aria-labelledby="help">
        <h2 id="help">How we can help</h2>
        <ul className="cards-240 gap-4 tide-icons">
          {helpSections.map(({ icon, title, text }) => (
            <li className={styles.topic} key={title}>
              <Icon name={icon} size={26} />
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="faq">
        <h2 id="faq">Frequently Asked Questions</h2>
        <dl className={`stack gap-6 row-gap-0 ${styles.faq}`}>
          {questions.map(({ question, answer }) => (
            <div className="padding-y-4 line-above" key={question}>
              <dt className="text-18 semibold">{question}</dt>
              <dd className="soft">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p>
        <ButtonLink to="/" variant="contained" size="large">
          Back to Home
        </ButtonLink>
      </p>
    </div>
  );
}
