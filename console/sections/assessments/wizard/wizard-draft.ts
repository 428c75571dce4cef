import type { AssessmentTemplateName, ObservationTemplateName } from '@assay/risk-service/contract'
import {
  type AssessmentSchema,
  defaultSections,
  scalarPaths,
  templateDefaults,
} from '@assay/risk-service/contract/assessment-schemas'

export const wizardSteps = ['template', 'schema', 'observations', 'settings', 'name'] as const
export type WizardStepId = (typeof wizardSteps)[number]

/** An assessment that is not created yet. */
export interface WizardDraft {
  /** Of the assessment: a repeated call makes no second one. */
  assessmentId: string
  step: WizardStepId
  template: AssessmentTemplateName | null
  schema: AssessmentSchema
  observations: readonly ObservationTemplateName[]
  label: boolean
  evaluation: 'all' | 'first'
  caseManagement: boolean
  search: boolean
  reporting: boolean
  dataSubjectIds: readonly string[]
  /** Whether browsers get answers, and the external call that returns the key for them. */
  clientSide: boolean
  clientKeyCallId: string | null
  friendlyName: string
  apiName: string
  /** The API name is no longer that of the friendly name. */
  apiNameTyped: boolean
}

export const createDraft = (): WizardDraft => ({
  assessmentId: crypto.randomUUID(),
  step: 'template',
  template: null,
  schema: { sections: [], custom: [] },
  observations: [],
  label: false,
  evaluation: 'all',
  caseManagement: false,
  search: false,
  reporting: false,
  dataSubjectIds: [],
  clientSide: false,
  clientKeyCallId: null,
  friendlyName: '',
  apiName: '',
  apiNameTyped: false,
})

/** The number of data subject ids that can be chosen beside that of the event. */
export const subjectLimit = 2
const proposedSubject = 'user.id'

/** Begins with what the template has; custom fields stay. */
export function chooseTemplate(draft: WizardDraft, template: AssessmentTemplateName): WizardDraft {
  if (template === draft.template) return draft
  const defaults = templateDefaults[template]
  const sections = defaultSections[template]
  return {
    ...draft,
    template,
    schema: { sections, custom: draft.schema.custom },
    observations: defaults.recommended ? defaults.observations : [],
    label: defaults.recommended,
    ...(defaults.features ?? { caseManagement: false, search: false, reporting: false }),
    dataSubjectIds: sections.includes('user') ? [proposedSubject] : [],
    clientSide: false,
    clientKeyCallId: null,
  }
}

/** Changes the schema; what refers to a field that it no longer has is removed. */
export function changeSchema(draft: WizardDraft, schema: AssessmentSchema): WizardDraft {
  const paths = new Set(scalarPaths(schema))
  const gainsUser = schema.sections.includes('user') && !draft.schema.sections.includes('user')
  const subjects = draft.dataSubjectIds.filter(path => paths.has(path))
  return {
    ...draft,
    schema,
    dataSubjectIds: gainsUser && subjects.length < subjectLimit ? [...subjects, proposedSubject] : subjects,
    clientSide: draft.clientSide && canAnswerBrowsers({ template: draft.template, schema }),
  }
}

/** Whether browsers may get the answers: only for device fingerprinting and nothing else. */
export const canAnswerBrowsers = ({ template, schema }: Pick<WizardDraft, 'template' | 'schema'>): boolean =>
  template === 'DeviceFingerprinting' && schema.custom.length === 0 && schema.sections.length === 2

/** `Parcel locker pick up` is `ParcelLockerPickUp`. */
const apiNameOf = (friendlyName: string): string =>
  friendlyName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z\d_]+/)
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('')
    .replace(/^[\d_]+/, '')
    .slice(0, 60)

/** Changes the names; the API name follows the friendly name until somebody types it. */
export function changeNames(
  draft: WizardDraft,
  { friendlyName = draft.friendlyName, apiName }: { friendlyName?: string; apiName?: string },
): WizardDraft {
  const apiNameTyped = apiName === undefined ? draft.apiNameTyped : apiName !== ''
  const next = apiName ?? (apiNameTyped ? draft.apiName : apiNameOf(friendlyName))
  return {
    ...draft,
    friendlyName,
    apiNameTyped,
    apiName: next,
    // Another name is another assessment: the first one may exist already.
    assessmentId: next === draft.apiName ? draft.assessmentId : crypto.randomUUID(),
  }
}

/** What the service creates. */
export const newAssessmentOf = (draft: WizardDraft, template: AssessmentTemplateName) => ({
  assessmentId: draft.assessmentId,
  template,
  apiName: draft.apiName.trim(),
  friendlyName: draft.friendlyName.trim(),
  schema: { sections: [...draft.schema.sections], custom: [...draft.schema.custom] },
  observations: [...draft.observations],
  label: draft.label,
  evaluation: draft.evaluation,
  caseManagement: draft.caseManagement,
  search: draft.search,
  reporting: draft.reporting,
  dataSubjectIds: [...draft.dataSubjectIds],
  clientKeyCallId: draft.clientSide ? draft.clientKeyCallId : null,
})
