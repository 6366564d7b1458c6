import type { ComponentProps, RefAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { lookLikeButton, type ButtonLook } from './Button.tsx';

export function ButtonLink(
  props: ButtonLook & Omit<LinkProps & RefAttributes<HTMLAnchorElement>, 'color'>,
) {
  return <Link {...lookLikeButton(props)} />;
}

/** A link that looks like a button, for URLs outside the router, such as a file. */
export function ButtonAnchor(props: ButtonLook & Omit<ComponentProps<'a'>, 'color'>) {
  const { children, ...rest } = lookLikeButton(props);
  return <a {...rest}>{children}</a>;
}
