import type { GraphNode } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useTestedDraft } from '../../../platform/contrast/draft/use-tested-draft.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { entityClause, ruleEntities } from './entity-rule.ts'

/**
 * Returns a function that drafts a rule which rejects the purchases of the entities, back-tests it over the newest 90
 * days and opens it; undefined where a rule cannot recognise one of them, or for who writes no rules.
 */
export function useEntityRule(environmentId: string, nodes: readonly GraphNode[]): (() => void) | undefined {
  const intl = useIntl()
  const can = useCan()
  const draft = useTestedDraft(environmentId)
  const clause = entityClause(nodes, intl.formatMessage({ id: 'Explorer.Rule.Reason' }))
  if (clause === null || !can('rules', 'write')) return undefined
  const name = intl.formatMessage({ id: 'Explorer.Rule.Name' })
  const description = intl.formatMessage({ id: 'Explorer.Rule.Description' }, { count: ruleEntities(nodes).length })
  return () => {
    if (!draft.isPending) draft.mutate({ eventType: 'purchase', name, description, clause })
  }
}
