import { apiNamePattern, displayNamePattern, isReservedApiName } from '@assay/risk-service/contract'
import { findSchemaIssues } from '@assay/risk-service/contract/assessment-schemas'
import type { WizardDraft, WizardStepId } from './wizard-draft.ts'

/** Id of a message about a name that cannot be used; null for one that can. */
export const friendlyNameIssue = (name: string): string | null =>
  displayNamePattern.test(name.trim()) ? null : 'Templates.Assessment.Rule.friendlyName'

/** `takenNames`: API names of the environment, in lower case. */
export function apiNameIssue(name: string, takenNames: ReadonlySet<string>): string | null {
  const apiName = name.trim()
  if (!apiNamePattern.test(apiName)) return 'Templates.Assessment.Rule.apiName'
  if (isReservedApiName(apiName)) return 'Assessments.Wizard.Reserved'
  return takenNames.has(apiName.toLowerCase()) ? 'Templates.Assessment.taken' : null
}

/** Id of the message why a step cannot be left forwards; null when it can. */
export function blockedStep(step: WizardStepId, draft: WizardDraft, takenNames: ReadonlySet<string>): string | null {
  switch (step) {
    case 'template':
      return draft.template === null ? 'Assessments.Wizard.Blocked.template' : null
    case 'schema':
      return findSchemaIssues(draft.schema.custom).length > 0 ? 'Assessments.Wizard.Blocked.schema' : null
    case 'settings':
      return draft.clientSide && draft.clientKeyCallId === null ? 'Assessments.Wizard.Blocked.settings' : null
    case 'name':
      return friendlyNameIssue(draft.friendlyName) !== null || apiNameIssue(draft.apiName, takenNames) !== null
        ? 'Assessments.Wizard.Blocked.name'
        : null
    default:
      return null
  }
}
