import { type TemplateKind, templateKinds } from '@assay/risk-service/contract'
import { api, client } from '../api/client.ts'

/** Calls of the library, by kind; those of the kinds are alike. */
export const templateClients = {
  rule: client.ruleTemplates,
  assessment: client.assessmentTemplates,
  environment: client.environmentTemplates,
} as const
/** The same for queries. */
export const templateQueries = {
  rule: api.ruleTemplates,
  assessment: api.assessmentTemplates,
  environment: api.environmentTemplates,
} as const
export const templateCapabilities = {
  rule: 'templates.rule',
  assessment: 'templates.assessment',
  environment: 'templates.environment',
} as const satisfies Record<TemplateKind, string>
export const templateKindList: readonly TemplateKind[] = templateKinds
