import { useToast } from '@assay/design-system'
import { graphLimits, productionBranch } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { createWithFreeName } from '../../../platform/authoring/naming/use-new-resource.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'

const day = 86_400_000

/** A rule of one clause that is drafted. */
export interface RuleDraft {
  eventType: string
  description: string
  /** Text of the clause. */
  clause: string
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
    mutationFn: async ({ eventType, description, clause }: RuleDraft) => {
      const { payload } = await client.rules.settings({ environmentId, eventType })
      const rule = await createWithFreeName(intl.formatMessage({ id: 'Explorer.Rule.Name' }), [], ' ', name =>
        client.rules.create({
          environmentId,
          eventType,
          branch: productionBranch,
          type: 'decision',
          body: {
            name,
            description,
            condition: '',
            clauses: [{ name: 'Clause 1', section: 'prior', text: clause }],
            sample: { payload, riskScore: 0 },
          },
        }),
      )
      const now = Date.now()
      const backtest = client.backtests.start({
        environmentId,
        backtestId: crypto.randomUUID(),
        eventType,
        subject: { kind: 'draft', ruleId: rule.id },
        from: new Date(now - graphLimits.defaultDays * day).toISOString(),
        to: new Date(now).toISOString(),
      })
      // The draft is there whether or not the back-test starts.
      const tested = await backtest.then(
        () => true,
        () => false,
      )
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
