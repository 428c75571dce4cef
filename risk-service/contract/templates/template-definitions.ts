/* Templates as plain data, for the console and the service. */

export const templateKinds = ['rule', 'assessment', 'environment'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** How many of a kind an environment keeps, and how much of a file is read. */
export const templateLimits = {
  rule: 50,
  assessment: 20,
  environment: 10,
  name: 60,
  description: 500,
  fileSize: 20 * 1024 * 1024,
} as const

/** What a template can hold, in the order in which it is shown. */
export const templateParts = [
  'assessment',
  'attribute',
  'label',
  'observation',
  'settings',
  'decisionRule',
  'postDecisionAction',
  'clause',
  'velocitySet',
  'function',
  'externalCall',
  'externalAssessment',
  'list',
] as const
export type TemplatePart = (typeof templateParts)[number]

/** Findings of our own beside those of the language; the console has a sentence for each. */
export const templateIssueCodes = {
  noAssessment: 'TPL001',
  noSection: 'TPL002',
  noActions: 'TPL003',
  noClause: 'TPL004',
  exists: 'TPL005',
  secret: 'TPL006',
  noTarget: 'TPL007',
  rootOnly: 'TPL008',
  refused: 'TPL009',
} as const

/** Why a file is no template: `["file", reason]` is the path of the refusal. */
export const templateFileIssues = ['size', 'json', 'format', 'kind', 'version', 'content'] as const
export type TemplateFileIssue = (typeof templateFileIssues)[number]
