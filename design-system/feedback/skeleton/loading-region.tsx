import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'

/** A wait that is shorter is not worth a word. */
const announceDelayMs = 500

export interface LoadingRegionProps extends ComponentProps<'div'> {
  loading: boolean
  /** What is coming, for those who hear it: "Loading {name}". */
  name: string
  /** Stands in for the content, in the same box. */
  skeleton: ReactNode
}

/** A place whose content is coming: busy while it waits, and after half a second it says so once. */
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
