import { useToast } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { ruleClientOf, ruleQueriesOf } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { applyOrder, isSameOrder } from './rule-order.ts'

/** Rules of one type that are ordered among themselves; routing rules are one list. */
export type RuleGroup = RuleSummary['type']

/** What the list does with its rules: other states, other orders. */
export function useRuleActions(rules: readonly RuleSummary[]) {
  const intl = useIntl()
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const { environmentId, eventType, branch, routing } = useRuleScope()
  const [order, setOrder] = useState<{ group: RuleGroup; ids: readonly string[]; before: readonly string[] } | null>(
    null,
  )
  const calls = ruleClientOf(routing)

  const published = (group: RuleGroup) =>
    rules.filter(rule => rule.type === group && !rule.inherited && rule.status !== 'draft')
  const orderOf = (group: RuleGroup) => (order?.group === group ? order.ids : null)
  const idsOf = (group: RuleGroup) => applyOrder(published(group), orderOf(group)).map(rule => rule.id)
  /** The order that was changed: another user may have saved another one since. */
  const beforeOf = (group: RuleGroup) => (order?.group === group ? { before: [...order.before] } : {})
  const refresh = () => queryClient.invalidateQueries({ queryKey: ruleQueriesOf(routing).list.key() })
  const showRefusal = (error: unknown): boolean => {
    const id = conflictErrorOf(error)
      ? 'Rules.List.Changed'
      : validationErrorOf(error)
        ? 'Rules.List.HasErrors'
        : 'Authoring.Failed'
    toast({ title: intl.formatMessage({ id }), tone: 'danger' })
    return true
  }
  const outcome = { invalidates: [ruleQueriesOf(routing).list.key()], onError: showRefusal }
  const statusChange = useApiMutation({
    mutationFn: ({ id, status }: RuleSummary & { status: 'active' | 'inactive' }) =>
      calls.setStatus({ environmentId, ruleId: id, status }),
    onSuccess: (_answer, { status, name }) =>
      toast({
        title: intl.formatMessage(
          { id: status === 'active' ? 'Authoring.List.Activated' : 'Authoring.List.Deactivated' },
          { name },
        ),
        tone: 'success',
      }),
    ...outcome,
  })
  const reordering = useApiMutation({
    mutationFn: (group: RuleGroup) => {
      const type = group === 'routing' ? {} : { type: group }
      return calls.reorder({
        environmentId,
        eventType,
        branch,
        ...type,
        ruleIds: [...idsOf(group)],
        ...beforeOf(group),
      })
    },
    onSuccess: () => toast({ title: intl.formatMessage({ id: 'Rules.List.OrderSaved' }), tone: 'success' }),
    ...outcome,
  })
  return {
    refresh,
    saving: reordering.isPending,
    idsOf,
    orderOf,
    /** Another order that is not saved yet. */
    reordered:
      order !== null &&
      !isSameOrder(
        idsOf(order.group),
        published(order.group).map(rule => rule.id),
      ),
    /** One group at a time: an unsaved order of another group is discarded. */
    setOrder: (group: RuleGroup, ids: readonly string[]) =>
      setOrder({ group, ids, before: beforeOf(group).before ?? published(group).map(rule => rule.id) }),
    dropOrder: () => setOrder(null),
    toggle: (rule: RuleSummary) =>
      statusChange.mutate({ ...rule, status: rule.status === 'active' ? 'inactive' : 'active' }),
    saveOrder() {
      if (order) reordering.mutate(order.group, { onSettled: () => setOrder(null) })
    },
  }
}
export type RuleActions = ReturnType<typeof useRuleActions>
