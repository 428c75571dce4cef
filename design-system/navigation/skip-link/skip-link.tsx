import type { ComponentProps } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'

export interface SkipLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Id of the main region. */
  target: string
}

/** The first tab stop of the page: jumps over navigation and bars. Visible only while it has the focus. */
export function SkipLink({ target, className, ...props }: SkipLinkProps) {
  return (
    <a
      data-slot="skip-link"
      href={`#${target}`}
      onClick={event => {
        // Client routers own the fragment of the address, so the jump only moves the focus.
        event.preventDefault()
        document.getElementById(target)?.focus()
      }}
      className={cn(
        'sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:inset-bs-2 focus-visible:inset-s-2 focus-visible:z-tooltip focus-visible:rounded-control focus-visible:border focus-visible:border-line focus-visible:bg-surface-raised focus-visible:px-3 focus-visible:py-1.5 focus-visible:text-sm focus-visible:font-medium focus-visible:text-fg',
        className,
      )}
      {...props}
    >
      <FormattedMessage id="DesignSystem.SkipLink.ToContent" />
    </a>
  )
}
