import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'

/** The panel at the start of the explorer. */
export function ExplorerRail({ children }: { children: ReactNode }) {
  const intl = useIntl()
  return (
    <aside
      aria-label={intl.formatMessage({ id: 'DesignSystem.ExplorerPage.Rail' })}
      className="w-rail shrink-0 overflow-y-auto border-e border-line-subtle"
    >
      {children}
    </aside>
  )
}
