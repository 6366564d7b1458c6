import { Link } from 'react-router-dom';
import { EmailText } from './EmailText.tsx';

interface TeamEmailProps {
  email: string;
}

export const TeamEmail = ({ email }: TeamEmailProps) =>
  email ? (
    <a href={`mailto:${email}`}>
      <EmailText email={email} />
    </a>
  ) : (
    <Link to="/contact">the team</Link>
  );
