import { IconButton, SegmentedControl } from '@assay/design-system'
import type { LogEntry } from '@assay/risk-service/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'

interface ChangeStepsProps {
  entry: LogEntry
  /** Shows another entry about the same resource. */
  onGo: (id: string) => void
  all: boolean
  onAllChange: (all: boolean) => void
}

/** Leads to the changes of the resource before and after this one, and chooses which fields are compared. */
export function ChangeSteps({ entry, onGo, all, onAllChange }: ChangeStepsProps) {
  const intl = useIntl()
  const { nextId, previousId, change, changes } = entry
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-xs text-fg-secondary">
        <FormattedMessage id="ActivityLog.Change" values={{ change, changes }} />
      </span>
      <IconButton
        size="sm"
        icon={ArrowUp}
        label={intl.formatMessage({ id: 'ActivityLog.Later' })}
        disabled={nextId === null}
        onClick={() => nextId !== null && onGo(nextId)}
      />
      <IconButton
        size="sm"
        icon={ArrowDown}
        label={intl.formatMessage({ id: 'ActivityLog.Earlier' })}
        disabled={previousId === null}
        onClick={() => previousId !== null && onGo(previousId)}
      />
      <SegmentedControl
        label={intl.formatMessage({ id: 'ActivityLog.Fields' })}
        value={all ? 'all' : 'modified'}
        onValueChange={next => onAllChange(next === 'all')}
        segments={[
          { value: 'all', label: <FormattedMessage id="ActivityLog.AllFields" /> },
          { value: 'modified', label: <FormattedMessage id="ActivityLog.ModifiedOnly" /> },
        ]}
      />
    </div>
  )
}
