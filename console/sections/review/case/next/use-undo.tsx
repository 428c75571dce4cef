import { useToast } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { client } from '../../../../platform/api/client.ts'
import { caseInputOf, useCaseLinks } from '../../../../platform/cases/case-links.ts'
import { refusalOf } from '../model/refusal.ts'
import { useCaseMutation } from '../model/use-case-mutation.ts'
import { useUndoOffer } from './use-undo-offer.tsx'

/**
 * Offers to take back a decision while none of its effects has left. The offer stays while the next case is reviewed,
 * and on every page; taking it back returns to the case.
 */
export function useUndo(): (decided: Case) => void {
  const intl = useIntl()
  const { toast } = useToast()
  const offer = useUndoOffer()
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const undo = useCaseMutation<Case>({
    mutationFn: decided => client.cases.undo(caseInputOf(decided)),
    onSuccess: row => {
      toast({ title: intl.formatMessage({ id: 'Review.Case.Undo.Done' }, { id: row.externalId }) })
      void navigate(caseHref(row))
    },
    onError: (error, decided) => {
      const refused = refusalOf(error, decided)?.kind
      if (refused !== 'undoExpired' && refused !== 'badState' && refused !== 'locksLimit') return false
      toast({ tone: 'warning', title: intl.formatMessage({ id: `Review.Case.Undo.${refused}` }) })
      return true
    },
  })
  return decided => {
    const { outcome, externalId } = decided
    if (!outcome) return
    const message = intl.formatMessage({ id: 'Review.Case.Decided' }, { id: externalId, decision: outcome.decision })
    offer({ message, until: outcome.undoUntil, onUndo: () => undo.mutate(decided) })
  }
}
