import type { ActionContext } from '../../kernel/console-api/action-context.ts'

/** The environment of the rules; `routing`: its routing rules. */
export interface RuleOwner {
  environmentId: string
  routing?: boolean
}

/** Actor of a change of rules. `routing`: the editor of routing rules, which sees no others. */
export type RuleActionContext = ActionContext<'reloadRules' | 'checkRule' | 'assessment'> & RuleOwner
