import Button, { type ButtonProps } from '@mui/material/Button';
import { Link, type LinkProps } from 'react-router-dom';

type ButtonLinkProps = Omit<ButtonProps, 'href' | 'onClick'> &
  Pick<LinkProps, 'to' | 'onClick' | 'state' | 'preventScrollReset'>;

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  return <Button component={Link} {...props} />;
}
