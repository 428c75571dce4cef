import { Button } from '@assay/design-system'
import { type CaseConfiguration, caseLimits, type EventRow, type LinkedCase } from '@assay/risk-service/contract'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { type BulkChoice, BulkDecisionDialog } from '../../../platform/cases/bulk/bulk-decision-dialog.tsx'
import { type BulkDecision, bulkDecisionsOf } from '../../../platform/cases/bulk/bulk-decisions.ts'
import { type BulkResult, BulkResultDialog, isApplied } from '../../../platform/cases/bulk/bulk-result-dialog.tsx'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
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
  const [decision, setDecision] = useState<BulkDecision | null>(null)
  const [results, setResults] = useState<readonly BulkResult[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { environmentId } = origin
  const eventTypes = [...new Set(entries.map(({ row }) => row.eventType))]
  const configurations = useQueries({
    queries: eventTypes.map(eventType =>
      api.cases.decisions.queryOptions({ input: { environmentId, eventType }, staleTime: 60_000 }),
    ),
  }).flatMap(({ data }) => (data ? [data as CaseConfiguration] : []))
  const decisions =
    configurations.length === eventTypes.length ? bulkDecisionsOf({ allowedDecisions: null }, configurations) : []
  const decide = useApiMutation({
    mutationFn: (choice: BulkChoice) =>
      client.cases.decideMany({
        environmentId,
        cases: entries.map(each => caseInputOf(each.case)),
        origin: caseInputOf(origin),
        ...choice,
      }),
    invalidates: [api.linkAnalysis.counts.key(), api.linkAnalysis.results.key(), api.queues.list.key()],
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'cases.bulkLimit') return false
      setRefusal(intl.formatMessage({ id: 'Cases.Bulk.Limit' }, { limit: caseLimits.casesPerBulkDecision }))
      return true
    },
  })
  const submit = (choice: BulkChoice) => {
    setRefusal(null)
    decide.mutate(choice, {
      onSuccess: answers => {
        const applied = new Set(answers.filter(isApplied).map(({ id }) => id))
        setDecision(null)
        setResults(answers)
        onFinished(new Set(entries.filter(({ row }) => !applied.has(row.externalId)).map(each => each.case.id)))
      },
    })
  }
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
            <Button key={each.name} size="sm" disabled={offline} onClick={() => setDecision(each)}>
              <FormattedMessage id="Cases.Bulk.Decide" values={{ decision: each.name, count: entries.length }} />
            </Button>
          ))}
        </div>
      )}
      {decision === null ? null : (
        <BulkDecisionDialog
          decision={decision}
          rows={entries.map(each => each.case)}
          includesUnderReview
          running={decide.isPending}
          refusal={refusal}
          onSubmit={submit}
          onClose={() => setDecision(null)}
        />
      )}
      {results === null ? null : <BulkResultDialog results={results} onClose={() => setResults(null)} />}
    </>
  )
}
