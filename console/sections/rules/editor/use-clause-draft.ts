import { useToast } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { backtestDraft } from '../../../platform/contrast/draft/backtest-draft.ts'
import type { ClauseTarget } from '../../../platform/contrast/draft/draft-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { templateEdits } from '../rule-draft.ts'
import type { RuleDraft } from './use-rule-draft.ts'

/**
 * Returns the rule as one that a drafted clause can be added to: behind the others of the caller's draft, which is
 * begun where there is none, saved and back-tested over the newest 90 days.
 * @param onAdded gets whether the back-test started
 */
export function useClauseDraft(rule: Rule, draft: RuleDraft, onAdded: (tested: boolean) => void): ClauseTarget {
  const intl = useIntl()
  const { toast } = useToast()
  const body = draft.body ?? rule.published
  const { isPending, mutate } = useApiMutation({
    mutationFn: async (text: string) => {
      if (draft.body === null) await draft.start()
      for (const edit of templateEdits(body?.clauses ?? [], [{ section: 'prior', text }])) draft.edit(edit)
      // What could not be saved is retained and says so above the rule; it cannot be tested yet.
      if (!(await draft.flush())) return false
      return backtestDraft({ environmentId: rule.environmentId, eventType: rule.eventType, ruleId: rule.id })
    },
    invalidates: [api.backtests.list.key()],
    onSuccess: tested => {
      if (!tested) toast({ tone: 'warning', title: intl.formatMessage({ id: 'Explorer.Rule.NotTested' }) })
    },
  })
  return {
    name: body?.name ?? '',
    conditional: (body?.condition ?? '').trim() !== '',
    running: isPending,
    add: clause => {
      if (!isPending) mutate(clause, { onSuccess: onAdded })
    },
  }
}
