import { Link } from 'react-router-dom';
import { EmailText } from './EmailText.tsx';

interface TeamEmailProps {
  /** Empty if the site has none. */
  email: string;
}

/** The team's address, or a link to its contact page. */
export const TeamEmail = ({ email }: TeamEmailProps) =>
  email ? (
    <a href={`mailto:${email}`}>
      <EmailText email={email} />
    </a>
  ) : (
    <Link to="/contact">the team</Link>
  );
