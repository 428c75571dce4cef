import type { Rule, RuleBody } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { type StoredDraft, useStoredDraft } from '../../../platform/authoring/draft/use-stored-draft.ts'
import { applyRuleEdit, type RuleEdit } from '../rule-draft.ts'
import { ruleClientOf, ruleQueriesOf } from '../rule-queries.ts'

/** The caller's draft of a rule. */
export interface RuleDraft extends StoredDraft<RuleBody, Rule> {
  edit: (edit: RuleEdit) => void
  /** @throws NameTakenError when another rule has the name of the draft */
  publishAs: (status: 'active' | 'inactive', overwrite: boolean, name: string) => Promise<Rule>
}

const ruleBodyOf = ({ name, description, condition, clauses, sample }: RuleBody): RuleBody => ({
  name,
  description,
  condition,
  clauses,
  sample,
})

export function useRuleDraft(rule: Rule, environmentId: string): RuleDraft {
  const queryClient = useQueryClient()
  const routing = rule.type === 'routing'
  const calls = ruleClientOf(routing)
  const address = { environmentId, ruleId: rule.id }
  const key = routing
    ? api.routingRules.get.queryKey({ input: address })
    : api.rules.get.queryKey({ input: { ...address, eventType: rule.eventType } })
  const draft = useStoredDraft<RuleBody, Rule>({
    id: `rule/${rule.id}`,
    stored: rule,
    bodyOf: ruleBodyOf,
    save: body => calls.saveDraft({ ...address, body }),
    discard: () => calls.discardDraft(address),
    onStored: answer => queryClient.setQueryData<Rule>(key, answer),
    onListChanged: refetchType =>
      queryClient.invalidateQueries({ queryKey: ruleQueriesOf(routing).list.key(), refetchType }),
  })
  return {
    ...draft,
    edit: edit => draft.change(body => applyRuleEdit(body, edit)),
    publishAs: (status, overwrite, name) =>
      draft.publish(name, baseVersion => calls.publish({ ...address, status, baseVersion, overwrite })),
  }
}
