import { type ReactNode, useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../feedback/empty-state/empty-state.tsx'
import { ErrorState } from '../../feedback/error-state/error-state.tsx'
import { SkeletonRows } from '../../feedback/skeleton/skeleton.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'

export const pageStates = ['ready', 'loading', 'error', 'empty', 'no-access'] as const
export type PageState = (typeof pageStates)[number]

export interface PageStateProps {
  /** State of the content: only `ready` renders it. */
  state?: PageState
  /** Name of the loading content; announced after half a second. */
  name: string
  /** Strips with the geometry of the content. */
  skeleton?: ReactNode
  /** Replaces the content for `error`, `empty` and `no-access`; the two failures have default texts. */
  message?: ReactNode
  /** Shows a button that loads the page again, with the status `error`. */
  onRetry?: () => void
}

/** Separates the props of the state from those for the root of a template. */
export function splitStatus<Props extends PageStateProps>({ state, name, skeleton, message, onRetry, ...rest }: Props) {
  const status: PageStateProps = {
    name,
    ...(state && { state }),
    ...(skeleton !== undefined && { skeleton }),
    ...(message !== undefined && { message }),
    ...(onRetry && { onRetry }),
  }
  return [status, rest] as const
}

/** Shorter waits are not announced. */
const announceDelayMs = 500

/** The content of a page in each of its states. Header and bars stay in place. */
export function PageContent({
  state = 'ready',
  name,
  skeleton = <SkeletonRows rows={8} />,
  message,
  onRetry,
  children,
}: PageStateProps & {
  /** The page, shown while its status is `ready`. */
  children: ReactNode
}) {
  const intl = useIntl()
  const announce = useAnnounce()
  const loading = state === 'loading'
  useEffect(() => {
    if (!loading) return undefined
    const timer = setTimeout(
      () => announce(intl.formatMessage({ id: 'DesignSystem.PageContent.Loading' }, { name })),
      announceDelayMs,
    )
    return () => clearTimeout(timer)
  }, [loading, name, announce, intl])
  switch (state) {
    case 'loading':
      return (
        <div aria-busy="true" className="min-w-0 flex-1">
          {skeleton}
        </div>
      )
    case 'error':
      return <div className="flex-1 p-6">{message ?? <ErrorState {...(onRetry ? { onRetry } : {})} />}</div>
    case 'no-access':
      return (
        <div className="flex-1 p-6">
          {message ?? (
            <EmptyState
              kind="no-access"
              title={<FormattedMessage id="DesignSystem.PageContent.NoAccessTitle" />}
              description={<FormattedMessage id="DesignSystem.PageContent.NoAccessText" />}
            />
          )}
        </div>
      )
    case 'empty':
      return <div className="flex-1 p-6">{message}</div>
    case 'ready':
      return children
  }
}
