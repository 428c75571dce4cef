import { caseLimits } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf } from '../../api/api-error.ts'
import { api, client } from '../../api/client.ts'
import { useApiMutation } from '../../mutations/use-api-mutation.ts'
import { type CaseAddress, caseInputOf } from '../case-links.ts'
import { type BulkChoice, BulkDecisionDialog } from './bulk-decision-dialog.tsx'
import type { BulkDecision, DecidedCase } from './bulk-decisions.ts'
import { type BulkResult, BulkResultDialog, isApplied } from './bulk-result-dialog.tsx'

/** Key of a case in an answer of the service. */
const keyOf = ({ environmentId, eventType, id }: Pick<BulkResult, 'environmentId' | 'eventType' | 'id'>) =>
  [environmentId, eventType, id].join(' ')

interface BulkDecisionInput<Row> {
  environmentId: string
  /** The event whose links the cases are: they are decided also while others review them, who are told. */
  origin?: CaseAddress
  /** Called after an answer, with the cases that could not be decided. */
  onFinished: (failed: readonly Row[]) => void
}

/** Decides several cases at once: the dialog that confirms it, and the one with what became of each. */
export function useBulkDecision<Row extends DecidedCase>({
  environmentId,
  origin,
  onFinished,
}: BulkDecisionInput<Row>): {
  open: (decision: BulkDecision, rows: readonly Row[]) => void
  dialogs: ReactNode
} {
  const intl = useIntl()
  const [opened, setOpened] = useState<{ decision: BulkDecision; rows: readonly Row[] } | null>(null)
  const [results, setResults] = useState<readonly BulkResult[] | null>(null)
  const [isOverLimit, setOverLimit] = useState(false)
  const decide = useApiMutation({
    mutationFn: ({ rows, choice }: { rows: readonly Row[]; choice: BulkChoice }) =>
      client.cases.decideMany({
        environmentId,
        cases: rows.map(caseInputOf),
        ...(origin ? { origin: caseInputOf(origin) } : {}),
        ...choice,
      }),
    invalidates: [api.queues.list.key(), api.queues.get.key(), api.linkAnalysis.key()],
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'cases.bulkLimit') return false
      setOverLimit(true)
      return true
    },
  })
  const submit = (rows: readonly Row[], choice: BulkChoice) => {
    setOverLimit(false)
    decide.mutate(
      { rows, choice },
      {
        onSuccess: answers => {
          const refused = new Set(answers.filter(each => !isApplied(each)).map(keyOf))
          setOpened(null)
          setResults(answers)
          onFinished(rows.filter(row => refused.has(keyOf(caseInputOf(row)))))
        },
      },
    )
  }
  return {
    open: (decision, rows) => {
      setOverLimit(false)
      setOpened({ decision, rows })
    },
    dialogs: (
      <>
        {opened === null ? null : (
          <BulkDecisionDialog
            decision={opened.decision}
            rows={opened.rows}
            includesUnderReview={origin !== undefined}
            running={decide.isPending}
            refusal={
              isOverLimit
                ? intl.formatMessage({ id: 'Cases.Bulk.Limit' }, { limit: caseLimits.casesPerBulkDecision })
                : null
            }
            onSubmit={choice => submit(opened.rows, choice)}
            onClose={() => setOpened(null)}
          />
        )}
        {results === null ? null : <BulkResultDialog results={results} onClose={() => setResults(null)} />}
      </>
    ),
  }
}
