import { Button } from '@assay/design-system'
import type { EventRow, LinkedCase } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useBulkDecision } from '../../../platform/cases/bulk/use-bulk-decision.tsx'
import { useOfferedDecisions } from '../../../platform/cases/bulk/use-offered-decisions.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

interface LinkedBulkProps {
  /** The event whose links these are; its own case is never decided here. */
  origin: EventRow
  /** The ticked cases. */
  entries: readonly LinkedCase[]
  /** Receives the ids of the cases that stay ticked. */
  onFinished: (left: ReadonlySet<string>) => void
}

/** One decision for all ticked cases, also for those that other people review: they are told. */
export function LinkedBulk({ origin, entries, onFinished }: LinkedBulkProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { environmentId } = origin
  const decisions = useOfferedDecisions(environmentId, [...new Set(entries.map(({ row }) => row.eventType))])
  const bulk = useBulkDecision<LinkedCase['case']>({
    environmentId,
    origin,
    onFinished: failed => onFinished(new Set(failed.map(({ id }) => id))),
  })
  return (
    <>
      {entries.length === 0 ? null : (
        <div
          role="group"
          aria-label={intl.formatMessage({ id: 'Review.Links.Ticked' }, { count: entries.length })}
          className="flex flex-wrap items-center gap-2 px-4 pbe-2"
        >
          <span className="text-sm text-fg-secondary">
            <FormattedMessage id="Review.Links.Ticked" values={{ count: entries.length }} />
          </span>
          {decisions.map(each => (
            <Button
              key={each.name}
              size="sm"
              disabled={offline}
              onClick={() =>
                bulk.open(
                  each,
                  entries.map(entry => entry.case),
                )
              }
            >
              <FormattedMessage id="Cases.Bulk.Decide" values={{ decision: each.name, count: entries.length }} />
            </Button>
          ))}
        </div>
      )}
      {bulk.dialogs}
    </>
  )
}
