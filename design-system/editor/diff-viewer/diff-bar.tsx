import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { signs } from '../../lib/marks.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

interface DiffBarProps {
  count: number
  current: number
  added: number
  removed: number
  onGo: (by: 1 | -1) => void
  children?: ReactNode
}

/** The number of differences, with buttons from one change to the next. */
export function DiffBar({ count, current, added, removed, onGo, children }: DiffBarProps) {
  const intl = useIntl()
  const plus = signs.plus + intl.formatNumber(added)
  const minus = signs.minus + intl.formatNumber(removed)
  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-be border-line-subtle px-3 py-1">
      <span className="font-medium">
        {current < 0 ? (
          <FormattedMessage id="DesignSystem.DiffViewer.Summary" values={{ count }} />
        ) : (
          <FormattedMessage id="DesignSystem.DiffViewer.Position" values={{ index: current + 1, count }} />
        )}
      </span>
      {count === 0 ? null : (
        <>
          <span className="text-xs text-success-text tabular-nums">
            <span aria-hidden dir="ltr">
              {plus}
            </span>
            <span className="sr-only">
              <FormattedMessage id="DesignSystem.DiffViewer.CountAdded" values={{ count: added }} />
            </span>
          </span>
          <span className="text-xs text-danger-text tabular-nums">
            <span aria-hidden dir="ltr">
              {minus}
            </span>
            <span className="sr-only">
              <FormattedMessage id="DesignSystem.DiffViewer.CountRemoved" values={{ count: removed }} />
            </span>
          </span>
        </>
      )}
      <span className="ms-auto flex max-w-full flex-wrap items-center justify-end gap-2">
        {children}
        <span className="flex">
          <IconButton
            size="sm"
            icon={ArrowUp}
            aria-keyshortcuts="Shift+F7"
            label={intl.formatMessage({ id: 'DesignSystem.DiffViewer.Previous' })}
            disabled={count === 0}
            onClick={() => onGo(-1)}
          />
          <IconButton
            size="sm"
            icon={ArrowDown}
            aria-keyshortcuts="F7"
            label={intl.formatMessage({ id: 'DesignSystem.DiffViewer.Next' })}
            disabled={count === 0}
            onClick={() => onGo(1)}
          />
        </span>
      </span>
    </div>
  )
}
