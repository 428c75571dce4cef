import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import type { ChartStatus } from './chart-state.tsx'

interface ChartNotesProps {
  /** Always rendered in a card: a note that appears moves nothing. */
  shown: boolean
  state: ChartStatus
  notice: ReactNode
  onRetry: (() => void) | undefined
  /** A note after the others. */
  after: ReactNode
  /** The time zone, or a note in its place. */
  children: ReactNode
}

/** The last row of a chart: its time zone, what a mark of it stands for, and what is missing or old. */
export function ChartNotes({ shown, state, notice, onRetry, after, children }: ChartNotesProps) {
  const late = state === 'partial' || state === 'stale'
  if (!shown && !late) return null
  return (
    <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-2xs text-fg-muted">
      <div className="flex flex-wrap gap-x-3">
        <div>{children}</div>
        {after}
      </div>
      {late ? (
        <p className="flex items-center gap-1 text-xs text-warning-text">
          <Icon icon={TriangleAlert} size={12} />
          <span>
            {notice ?? (
              <FormattedMessage id={state === 'partial' ? 'DesignSystem.Chart.Partial' : 'DesignSystem.Chart.Stale'} />
            )}
          </span>
          {onRetry ? (
            <Button variant="ghost" size="sm" onClick={onRetry}>
              <RotateCw aria-hidden />
              <FormattedMessage id="DesignSystem.Chart.Retry" />
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
