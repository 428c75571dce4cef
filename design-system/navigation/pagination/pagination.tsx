import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

export interface PaginationProps extends ComponentProps<'nav'> {
  /** What is shown: "Rows 1–100 of 214". */
  summary?: ReactNode
  /** Steps through a cursor; `undefined` at the end it stands on. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  loading?: boolean
}

/** Steps through the pages of a list by cursor. The buttons stay in place at the ends, so that focus is never lost. */
export function Pagination({ summary, onPrevious, onNext, loading = false, className, ...props }: PaginationProps) {
  const intl = useIntl()
  return (
    <nav
      data-slot="pagination"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Pagination.Label' })}
      aria-busy={loading || undefined}
      className={cn('flex items-center justify-between gap-3 text-xs text-fg-muted tabular-nums', className)}
      {...props}
    >
      <span>{summary}</span>
      <span className="flex gap-1">
        <Step label={intl.formatMessage({ id: 'DesignSystem.Pagination.Previous' })} icon={ChevronLeft} onStep={loading ? undefined : onPrevious} />
        <Step label={intl.formatMessage({ id: 'DesignSystem.Pagination.Next' })} icon={ChevronRight} onStep={loading ? undefined : onNext} />
      </span>
    </nav>
  )
}

function Step({ label, icon, onStep }: { label: string; icon: typeof ChevronLeft; onStep: (() => void) | undefined }) {
  return (
    <IconButton variant="ghost" size="sm" icon={icon} label={label} aria-disabled={onStep === undefined || undefined} onClick={() => onStep?.()} />
  )
}
