import { useToast } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../../platform/api/client.ts'
import { isApplied } from '../../../../platform/cases/bulk/bulk-result-dialog.tsx'
import { useCaseLinks } from '../../../../platform/cases/case-links.ts'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { useUndoOffer } from './use-undo-offer.tsx'

/** One decision for cases that were reviewed together, with what became of each. */
export interface DecidedTogether {
  /** The case on whose page it was made. */
  row: Case
  decision: string
  results: Awaited<ReturnType<typeof client.cases.decideMany>>
}

/** Says how many of several cases were decided, and offers to take all of these decisions back before any effect leaves. */
export function useUndoTogether(): (decided: DecidedTogether) => void {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const offer = useUndoOffer()
  const undo = useApiMutation({
    mutationFn: ({ row, results }: DecidedTogether) =>
      client.cases.undoMany({
        environmentId: row.environmentId,
        cases: results
          .filter(({ undoUntil }) => undoUntil !== null)
          .map(({ environmentId, eventType, id }) => ({ environmentId, eventType, id })),
      }),
    invalidates: [api.cases.key(), api.queues.key()],
    onSuccess: (answers, { row }) => {
      const count = answers.filter(({ result }) => result === 'undone').length
      if (count === 0) {
        toast({ tone: 'warning', title: intl.formatMessage({ id: 'Review.Case.Undo.undoExpired' }) })
        return
      }
      toast({
        title: intl.formatMessage({ id: 'Review.Case.Undo.Together' }, { count, total: answers.length }),
        ...(count < answers.length ? { tone: 'warning' as const } : {}),
      })
      void navigate(caseHref(row))
    },
  })
  return decided => {
    const { decision, results } = decided
    const count = results.filter(isApplied).length
    // All of them can be taken back until the first one cannot any more.
    const [until = null] = results.flatMap(({ undoUntil }) => (undoUntil === null ? [] : [undoUntil])).sort()
    offer({
      message: intl.formatMessage({ id: 'Review.Case.Bundle.Decided' }, { count, total: results.length, decision }),
      partial: count < results.length,
      until,
      onUndo: () => undo.mutate(decided),
    })
  }
}
