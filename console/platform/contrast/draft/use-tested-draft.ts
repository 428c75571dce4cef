import { useToast } from '@assay/design-system'
import { type clauseSections, productionBranch } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../api/client.ts'
import { createWithFreeName } from '../../authoring/naming/use-new-resource.ts'
import { useHref } from '../../environments/environments.tsx'
import { useApiMutation } from '../../mutations/use-api-mutation.ts'
import { rulesPathOf } from '../../router/rules-path.ts'
import { backtestDraft } from './backtest-draft.ts'

/** A rule of one clause that is drafted. */
export interface RuleDraft {
  eventType: string
  /** Its name; a number follows where another rule has it. */
  name: string
  description: string
  /** Text of the clause. */
  clause: string
  /** When it runs: as soon as possible by default, or once the score is there that it reads. */
  section?: (typeof clauseSections)[number]
}

/**
 * Returns a mutation that drafts a decision rule, back-tests it over the newest 90 days and opens it with the result,
 * from where it is published or run as an experiment.
 */
export function useTestedDraft(environmentId: string) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const { toast } = useToast()
  return useApiMutation({
    mutationFn: async ({ eventType, name: firstName, description, clause, section = 'prior' }: RuleDraft) => {
      const { payload } = await client.rules.settings({ environmentId, eventType })
      const rule = await createWithFreeName(firstName, [], ' ', name =>
        client.rules.create({
          environmentId,
          eventType,
          branch: productionBranch,
          type: 'decision',
          body: {
            name,
            description,
            condition: '',
            clauses: [{ name: 'Clause 1', section, text: clause }],
            sample: { payload, riskScore: 0 },
          },
        }),
      )
      const tested = await backtestDraft({ environmentId, eventType, ruleId: rule.id })
      return { id: rule.id, eventType, tested }
    },
    invalidates: [api.rules.list.key(), api.backtests.list.key()],
    onSuccess: ({ id, eventType, tested }) => {
      if (!tested) toast({ tone: 'warning', title: intl.formatMessage({ id: 'Explorer.Rule.NotTested' }) })
      const query = new URLSearchParams({ rule: id, ...(tested ? { backtest: 'latest' } : {}) })
      void navigate(href(rulesPathOf(eventType), query))
    },
  })
}
