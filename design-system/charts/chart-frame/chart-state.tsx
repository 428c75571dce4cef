import { ChartNoAxesColumn, ChartNoAxesCombined, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

export const chartStatuses = ['ready', 'loading', 'empty', 'error', 'partial', 'stale'] as const
export type ChartStatus = (typeof chartStatuses)[number]

/** Whether the status has a picture: complete, partial or stale. */
export const isDrawable = (status: ChartStatus) => status === 'ready' || status === 'partial' || status === 'stale'

const bars = [60, 66, 72, 80, 84, 85, 78, 62, 52, 34, 26, 24, 22, 20, 22, 28, 36, 44, 54, 60, 64, 62, 60, 58]

interface ChartStateProps {
  status: ChartStatus
  empty: ReactNode
  onRetry: (() => void) | undefined
}

/** Replaces the plot while there is nothing to draw, at the same height. */
export function ChartState({ status, empty, onRetry }: ChartStateProps) {
  // Grey bars on the same ground line: a placeholder that makes no claim about the data.
  if (status === 'loading') {
    return (
      <div aria-hidden className="flex size-full items-end gap-1">
        {bars.map((share, i) => (
          <span
            key={i}
            className="flex-1 rounded-mark border border-transparent bg-surface-sunken"
            style={{ blockSize: `${share}%` }}
          />
        ))}
      </div>
    )
  }
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 text-center text-sm text-fg-secondary">
      {status === 'empty' ? (
        (empty ?? (
          <>
            <Icon icon={ChartNoAxesColumn} size={20} className="text-fg-muted" />
            <p>
              <FormattedMessage id="DesignSystem.Chart.EmptyTitle" />
            </p>
          </>
        ))
      ) : (
        <>
          <Icon icon={ChartNoAxesCombined} size={20} className="text-fg-muted" />
          <p>
            <FormattedMessage id="DesignSystem.Chart.ErrorTitle" />
          </p>
          {onRetry ? (
            <Button size="sm" onClick={onRetry}>
              <RotateCw aria-hidden />
              <FormattedMessage id="DesignSystem.Chart.Retry" />
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}
