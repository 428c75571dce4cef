import { useToast } from '@assay/design-system'
import { type GraphNode, graphLimits, productionBranch } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { createWithFreeName } from '../../../platform/authoring/naming/use-new-resource.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { entityClause, ruleEntities } from './entity-rule.ts'

const eventType = 'purchase'
const day = 86_400_000

/**
 * Returns a function that drafts a rule which rejects the purchases of the entities, back-tests it over the newest 90
 * days and opens it; undefined where a rule cannot recognise one of them, or for who writes no rules.
 */
export function useEntityRule(environmentId: string, nodes: readonly GraphNode[]): (() => void) | undefined {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const navigate = useNavigate()
  const { toast } = useToast()
  const text = entityClause(nodes, intl.formatMessage({ id: 'Explorer.Rule.Reason' }))
  const draft = useApiMutation({
    mutationFn: async (clause: string) => {
      const { payload } = await client.rules.settings({ environmentId, eventType })
      const rule = await createWithFreeName(intl.formatMessage({ id: 'Explorer.Rule.Name' }), [], ' ', name =>
        client.rules.create({
          environmentId,
          eventType,
          branch: productionBranch,
          type: 'decision',
          body: {
            name,
            description: intl.formatMessage({ id: 'Explorer.Rule.Description' }, { count: ruleEntities(nodes).length }),
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
      return { id: rule.id, tested }
    },
    invalidates: [api.rules.list.key(), api.backtests.list.key()],
    onSuccess: ({ id, tested }) => {
      if (!tested) toast({ tone: 'warning', title: intl.formatMessage({ id: 'Explorer.Rule.NotTested' }) })
      const query = new URLSearchParams({ rule: id, ...(tested ? { backtest: 'latest' } : {}) })
      void navigate(href('/fraud/purchase/rules', query))
    },
  })
  if (text === null || !can('rules', 'write')) return undefined
  return () => {
    if (!draft.isPending) draft.mutate(text)
  }
}
