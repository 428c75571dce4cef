import type { ComponentProps, ReactElement } from 'react'

export type NavigationLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/**
 * Renders a link: the library depends on no router. Spread every prop onto the router's link, `ref` included. With
 * React Router: `({ href, ...props }) => <Link to={href} {...props} />`.
 */
export type RenderLink = (props: NavigationLinkProps) => ReactElement

/** A plain anchor, for use without a router. */
export const renderAnchor: RenderLink = ({ children, ...props }) => <a {...props}>{children}</a>
