import { lazyPart } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { type ReactNode, Suspense, useState } from 'react'
import type { ComparisonPanelProps } from './comparison-panel.tsx'

const ComparisonPanel = lazyPart(() =>
  import('./comparison-panel.tsx').then(module => ({ default: module.ComparisonPanel })),
)

interface Comparison {
  /** The panel beside the table; null while nothing is compared. */
  panel: ReactNode
  /** Compares ticked events, or with null all that the search finds. */
  open: (ticked: readonly EventRow[] | null) => void
}

interface ComparisonProps extends Omit<ComparisonPanelProps, 'ticked' | 'onClose'> {
  onOpen: () => void
}

/** The comparison of a search page, which stays open while the search is narrowed by what it found. */
export function useComparison({ onOpen, ...props }: ComparisonProps): Comparison {
  const [opened, setOpened] = useState<{ ticked: readonly EventRow[] | null; number: number } | null>(null)
  return {
    panel: opened ? (
      <Suspense fallback={null}>
        <ComparisonPanel
          key={`${opened.number} ${props.environmentId} ${props.eventType}`}
          {...props}
          ticked={opened.ticked}
          onClose={() => setOpened(null)}
        />
      </Suspense>
    ) : null,
    open: ticked => {
      onOpen()
      setOpened(before => ({ ticked, number: (before?.number ?? 0) + 1 }))
    },
  }
}
