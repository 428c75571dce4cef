import type { Rule, RuleBody } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { type StoredDraft, useStoredDraft } from '../../platform/authoring/use-stored-draft.ts'
import { applyEdit, type DraftEdit } from './draft.ts'
import { callsOf, keptOf } from './rule-calls.ts'

/** The caller's draft of a rule. */
export interface RuleDraft extends StoredDraft<RuleBody, Rule> {
  edit: (edit: DraftEdit) => void
  /** @throws TakenName when the draft could not be given this name */
  publishAs: (status: 'active' | 'inactive', overwrite: boolean, name: string) => Promise<Rule>
}

const bodyOf = ({ name, description, condition, clauses, sample }: RuleBody): RuleBody => ({
  name,
  description,
  condition,
  clauses,
  sample,
})

export function useRuleDraft(rule: Rule, environmentId: string): RuleDraft {
  const queryClient = useQueryClient()
  const routing = rule.type === 'routing'
  const calls = callsOf(routing)
  const address = { environmentId, ruleId: rule.id }
  const key = routing
    ? api.routingRules.get.queryKey({ input: address })
    : api.rules.get.queryKey({ input: { ...address, eventType: rule.eventType } })
  const draft = useStoredDraft<RuleBody, Rule>({
    id: `rule/${rule.id}`,
    stored: rule,
    bodyOf,
    save: body => calls.saveDraft({ ...address, body }),
    discard: () => calls.discardDraft(address),
    onStored: answer => queryClient.setQueryData<Rule>(key, answer),
    onListChanged: refetchType => queryClient.invalidateQueries({ queryKey: keptOf(routing).list.key(), refetchType }),
  })
  return {
    ...draft,
    edit: edit => draft.change(body => applyEdit(body, edit)),
    publishAs: (status, overwrite, name) =>
      draft.publish(name, baseVersion => calls.publish({ ...address, status, baseVersion, overwrite })),
  }
}
