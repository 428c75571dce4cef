/*
 * Schemas of the inputs of the console's forms, for validation in the page before the service validates them. They load
 * zod, and therefore have an entry of their own; the console imports them through `platform/forms/contract-schemas.ts`.
 */

export { alertRuleSettingsSchema } from './alerts/alert-rules.ts'
export {
  assessmentSettingsSchema,
  generalBodySchema,
  observationBodySchema,
} from './assessments/assessment-configuration.ts'
export { reportSettingsSchema } from './assessments/assessments.ts'
export { customAssessmentBodySchema } from './assessments/custom-assessments.ts'
export { assistantSettingsSchema } from './assistant/assistant-settings.ts'
export { boosterSharingSchema } from './booster/booster-inputs.ts'
export { caseConfigurationSchema } from './cases/case-decisions.ts'
export { caseOptionSettingsSchema } from './cases/options/case-option-inputs.ts'
export { queueSettingsSchema } from './cases/queue-entities.ts'
export { alertSettingsSchema } from './cases/report/alerts.ts'
export { createEnvironmentSchema, environmentChangesSchema } from './environments/environment-inputs.ts'
export { externalAssessmentBodySchema } from './external-calls/external-assessment-inputs.ts'
export { externalCallBodySchema } from './external-calls/external-call-inputs.ts'
export { tileSetTextsSchema } from './external-tiles/external-tile-inputs.ts'
export { databaseListSchema } from './lists/database-list-inputs.ts'
export { listDetailsSchema } from './lists/list-inputs.ts'
export { mapProviderSchema } from './maps/map-provider-inputs.ts'
export { planSchema } from './metering/plan.ts'
export { branchDetailsSchema, createBranchSchema, startExperimentSchema } from './rules/branch-inputs.ts'
export {
  assessmentFromTemplateSchema,
  ruleFromTemplateSchema,
  templateDetailsSchema,
  templateImportSchema,
} from './templates/template-inputs.ts'
