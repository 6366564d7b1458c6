import { Link } from 'react-router-dom';
import { EmailText } from './EmailText.tsx';

export const TeamEmail = ({ email }: { email: string }) =>
  email ? (
    <a href={`mailto:${email}`}>
      <EmailText email={email} />
    </a>
  ) : (
    <Link to="/contact">the team</Link>
  );
