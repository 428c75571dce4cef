import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { DecisionName } from '../../data-display/decision-badge/decision-badge.tsx'
import { Progress } from '../../feedback/progress/progress.tsx'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { DecisionButton } from '../decision-button/decision-button.tsx'
import { type BulkFailure, BulkReport } from './bulk-report.tsx'

export interface BulkAction {
  id: string
  /** Verb, and the count for decisions: "Reject 3". */
  label: string
  /** Applies the style of the decision to the button. */
  decision?: DecisionName
  /** Reason why it is unavailable; part of the button's description. */
  disabledReason?: string
  onSelect: () => void
}

export interface BulkActionBarProps extends Omit<ComponentProps<'div'>, 'role' | 'children'> {
  /** The most important first. Those after `shown` are in a menu. */
  actions: readonly BulkAction[]
  /** Number of actions with their own button. */
  shown?: number
  /** A running action with its progress: completed rows out of all. */
  progress?: { label: string; done: number; total: number } | undefined
  /** Cancels the remaining rows. */
  onCancel?: () => void
  /** Failures of the last action, row by row. */
  failures?: readonly BulkFailure[]
  /** Called when the list of failures is closed. */
  onDismissFailures?: () => void
  /** Retries the failed rows. */
  onRetryFailures?: () => void
}

/**
 * Actions on a selection, with the progress of a running one and its failed rows. It is placed in the bar that a
 * `DataTable` shows over a selection (`bulkActions`).
 */
export function BulkActionBar({
  actions,
  shown = 5,
  progress,
  onCancel,
  failures = [],
  onDismissFailures,
  onRetryFailures,
  className,
  ...props
}: BulkActionBarProps) {
  const intl = useIntl()
  useUniqueIds('BulkActionBar', 'actions', actions)
  const direct = actions.slice(0, shown)
  const rest = actions.slice(shown)
  return (
    <div
      role="group"
      data-slot="bulk-action-bar"
      aria-label={intl.formatMessage({ id: 'DesignSystem.BulkActionBar.Label' })}
      className={cn('flex min-w-0 flex-wrap items-center gap-2', className)}
      {...props}
    >
      {progress ? (
        <>
          <Progress label={progress.label} value={progress.done} max={progress.total} className="w-nav" />
          {onCancel ? (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              <FormattedMessage id="DesignSystem.BulkActionBar.Stop" />
            </Button>
          ) : null}
        </>
      ) : (
        <>
          {direct.map(({ id, label, decision, disabledReason, onSelect }) => {
            const common = {
              size: 'sm' as const,
              onClick: onSelect,
              disabled: disabledReason !== undefined,
              ...defined({ title: disabledReason }),
            }
            return decision ? (
              <DecisionButton key={id} decision={decision} {...common}>
                {label}
              </DecisionButton>
            ) : (
              <Button key={id} {...common}>
                {label}
              </Button>
            )
          })}
          {rest.length > 0 ? (
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <IconButton
                  size="sm"
                  icon={Ellipsis}
                  label={intl.formatMessage({ id: 'DesignSystem.BulkActionBar.More' })}
                />
              </DropdownMenuTrigger>
              <DropdownMenuContent>
                {rest.map(({ id, label, disabledReason, onSelect }) => (
                  <DropdownMenuItem key={id} disabled={disabledReason !== undefined} onSelect={onSelect}>
                    {label}
                  </DropdownMenuItem>
                ))}
              </DropdownMenuContent>
            </DropdownMenu>
          ) : null}
        </>
      )}
      {failures.length > 0 && !progress ? (
        <BulkReport failures={failures} onDismiss={onDismissFailures} onRetry={onRetryFailures} />
      ) : null}
    </div>
  )
}
