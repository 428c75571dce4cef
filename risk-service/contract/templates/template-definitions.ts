/* Templates as plain data, for the console and the service. */

export const templateKinds = ['rule', 'assessment', 'environment'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** Templates of a kind that an environment stores, and the size of a file that is read. */
export const templateLimits = {
  rule: 50,
  assessment: 20,
  environment: 10,
  name: 60,
  description: 500,
  fileSize: 20 * 1024 * 1024,
} as const

/** The parts of a template, in display order. */
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

/** Codes of Assay's own findings beside those of the language; the console has a message for each. */
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

/** Why a file is not a template: `["file", reason]` is the path of the issue. */
export const templateFileIssues = ['size', 'json', 'format', 'kind', 'version', 'content'] as const
export type TemplateFileIssue = (typeof templateFileIssues)[number]
