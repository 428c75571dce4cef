import type { ActionContext } from '../../kernel/console-api/action-context.ts'

/** The environment whose rules are meant; `routing`: its routing rules. */
export interface RuleOwner {
  environmentId: string
  routing?: boolean
}

/** Who works on rules. `routing`: the editor of routing rules, which sees no others. */
export type RuleActionContext = ActionContext<'reloadRules' | 'checkRule' | 'assessment'> & RuleOwner
