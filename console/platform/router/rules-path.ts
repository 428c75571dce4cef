const builtInAssessments: ReadonlySet<string> = new Set(['purchase', 'accountcreation', 'accountlogin'])

/** Page of the rules of an assessment, by its id or its API name; the built-in ones have addresses of their own. */
export const rulesPathOf = (assessment: string): `/${string}` =>
  builtInAssessments.has(assessment)
    ? `/fraud/${assessment}/rules`
    : `/fraud/assessments/${encodeURIComponent(assessment)}/rules`

/** Page of the rules that send cases to queues. */
export const routingRulesPath = '/casemanagement/routingrules'
