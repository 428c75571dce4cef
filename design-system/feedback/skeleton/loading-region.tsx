import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'

/** Shorter waits are not announced. */
const announceDelayMs = 500

export interface LoadingRegionProps extends ComponentProps<'div'> {
  /** The content is on its way: the region is busy, and says so after half a second. */
  loading: boolean
  /** Name of the loading content, for screen readers: "Loading {name}". */
  name: string
  /** Replaces the content, in the same box. */
  skeleton: ReactNode
}

/** A region whose content is loading: busy while it waits, and announced once after half a second. */
export function LoadingRegion({ loading, name, skeleton, children, ...props }: LoadingRegionProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const message = intl.formatMessage({ id: 'DesignSystem.Skeleton.Loading' }, { name })
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => announce(message), announceDelayMs)
    return () => clearTimeout(timer)
  }, [announce, loading, message])
  return (
    <div data-slot="loading-region" aria-busy={loading || undefined} {...props}>
      {loading ? skeleton : children}
    </div>
  )
}
