import { DateTime } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { resultMessageOf } from '../case-refusals.ts'
import { OutcomeDialog } from './outcome-dialog.tsx'

export interface BulkResult {
  environmentId: string
  eventType: string
  id: string
  /** What became of the case: a code of the contract. */
  result: string
  /** Who was faster; null: nobody, or the service. */
  by: string | null
  /** When that was. */
  at: string | null
}

/** Whether the decision on a case took effect, or waits for a second person. */
export const isApplied = ({ result }: Pick<BulkResult, 'result'>): boolean =>
  result === 'applied' || result === 'sentForApproval'

interface BulkResultDialogProps {
  results: readonly BulkResult[]
  onClose: () => void
}

/** What became of each case of a decision in bulk: those that failed come first, and stay ticked. */
export function BulkResultDialog({ results, onClose }: BulkResultDialogProps) {
  const applied = results.filter(isApplied).length
  return (
    <OutcomeDialog
      title={<FormattedMessage id="Cases.Bulk.Result" />}
      description={
        <FormattedMessage id="Cases.Bulk.Result.Counts" values={{ applied, failed: results.length - applied }} />
      }
      outcomes={results.map(each => ({
        key: `${each.environmentId} ${each.eventType} ${each.id}`,
        id: each.id,
        failed: !isApplied(each),
        text: (
          <FormattedMessage
            id={resultMessageOf(each.result)}
            values={{
              by: <bdi key="by">{each.by}</bdi>,
              named: String(each.by !== null),
              timed: String(each.at !== null),
              time: <DateTime key="time" value={each.at} />,
            }}
          />
        ),
      }))}
      onClose={onClose}
    />
  )
}
