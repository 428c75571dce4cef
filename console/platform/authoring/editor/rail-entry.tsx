import { Badge, cn, Icon } from '@assay/design-system'
import { Check, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

interface RailEntryProps {
  current: boolean
  onClick: () => void
  start: ReactNode
  title: ReactNode
  /** What it does, in a few words. */
  summary?: ReactNode
  errors: number
  decides?: boolean
}

/** A part of what is edited, in the rail beside the code. */
export function RailEntry({ current, onClick, start, title, summary: gist, errors, decides = false }: RailEntryProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-current={current || undefined}
      className={cn(
        'relative flex w-full min-w-0 items-start gap-2 rounded-control border border-transparent px-2 py-1.5 text-start hover:bg-surface-hover focus-ring-inset',
        current &&
          'bg-surface-selected before:absolute before:inset-bs-2 before:inset-be-2 before:-inset-s-px before:w-0.5 before:bg-accent',
      )}
    >
      <span className="flex h-5 w-4 shrink-0 items-center justify-end">{start}</span>
      <span className="min-w-0 flex-1">
        <span className={cn('flex items-center gap-2', current && 'font-medium')}>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {decides ? (
            <Badge tone="success">
              <Icon icon={Check} size={12} />
              <FormattedMessage id="Authoring.Clause.Decides" />
            </Badge>
          ) : null}
          {errors > 0 ? (
            <Badge tone="danger">
              <Icon icon={CircleX} size={12} />
              <FormattedMessage id="Authoring.Problems.Errors" values={{ count: errors }} />
            </Badge>
          ) : null}
        </span>
        {gist === undefined ? null : <span className="block truncate text-xs text-fg-secondary">{gist}</span>}
      </span>
    </button>
  )
}
