import type { Rule, RuleBody } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../platform/api/client.ts'
import { useStoredDraft, type StoredDraft } from '../../platform/authoring/use-stored-draft.ts'
import { applyEdit, type DraftEdit } from './draft.ts'

/** The caller's draft of a rule. */
export interface RuleDraft extends Omit<StoredDraft<RuleBody, Rule>, 'publish' | 'change'> {
  edit: (edit: DraftEdit) => void
  /** @throws TakenName when the draft could not be given this name */
  publish: (status: 'active' | 'inactive', overwrite: boolean, name: string) => Promise<Rule>
}

const bodyOf = ({ name, description, condition, clauses, sample }: RuleBody): RuleBody => ({ name, description, condition, clauses, sample })

export function useRuleDraft(rule: Rule, environmentId: string): RuleDraft {
  const queryClient = useQueryClient()
  const address = { environmentId, ruleId: rule.id }
  const draft = useStoredDraft<RuleBody, Rule>({
    id: `rule/${rule.id}`, stored: rule, bodyOf,
    save: body => client.rules.saveDraft({ ...address, body }),
    discard: () => client.rules.discardDraft(address),
    onStored: answer => queryClient.setQueryData(api.rules.get.queryKey({ input: { ...address, eventType: rule.eventType } }), answer),
    onListChanged: refetchType => queryClient.invalidateQueries({ queryKey: api.rules.list.key(), refetchType }),
  })
  return {
    ...draft,
    edit: edit => draft.change(body => applyEdit(body, edit)),
    publish: (status, overwrite, name) => draft.publish(name, baseVersion => client.rules.publish({ ...address, status, baseVersion, overwrite })),
  }
}
