import type { ComponentProps } from 'react'
import { buttonClass } from '../forms/button.js'
import { useRoute } from './route.js'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the page, such as `/rooms/7`. */
  readonly to: string
}

/** A link to a route of the page. The one to the current route is marked as such, whatever the query of the address. */
export function Link({ to, ...rest }: LinkProps) {
  const { path } = useRoute()
  return <a {...rest} href={`#${to}`} aria-current={path === to || path.split('?')[0] === to ? 'page' : undefined} />
}

export const LinkButton = ({
  kind,
  isSmall,
  ...rest
}: Omit<LinkProps, 'className'> & Parameters<typeof buttonClass>[0]) => (
  <Link {...rest} className={buttonClass({ kind, isSmall })} />
)
