import type { RoutePath } from '../permissions/route-table.ts'

/** A page of an assessment, with its address and the route that says who may open it. */
export interface AssessmentPage {
  id: 'monitor' | 'rules' | 'support' | 'configuration'
  path: `/${string}`
  route: RoutePath
}

const builtIn = ['purchase', 'accountcreation', 'accountlogin'] as const
type BuiltIn = (typeof builtIn)[number]
const isBuiltIn = (assessment: string): assessment is BuiltIn => builtIn.some(each => each === assessment)

/** The address of a page of a built-in assessment, which has one of its own, by its id in any letter case; else null. */
export const builtInPath = (assessmentId: string, page: AssessmentPage['id']): `/${string}` | null => {
  const assessment = assessmentId.toLowerCase()
  return isBuiltIn(assessment) ? (assessmentPages(assessment).find(({ id }) => id === page)?.path ?? null) : null
}

/** The pages of an assessment by its id; built-in ones have addresses of their own. */
export function assessmentPages(assessment: string): readonly AssessmentPage[] {
  if (isBuiltIn(assessment)) {
    const own = [
      { id: 'monitor', path: `/fraud/${assessment}`, route: `/fraud/${assessment}` },
      { id: 'rules', path: `/fraud/${assessment}/rules`, route: `/fraud/${assessment}/rules` },
    ] as const
    return assessment === 'purchase'
      ? [...own, { id: 'support', path: '/fraud/purchase/support', route: '/fraud/purchase/support' }]
      : own
  }
  const path = `/fraud/assessments/${encodeURIComponent(assessment)}` as const
  return [
    { id: 'monitor', path: `${path}/monitor`, route: '/fraud/assessments/:assessmentId/monitor' },
    { id: 'rules', path: `${path}/rules`, route: '/fraud/assessments/:assessmentId/rules' },
  ]
}

/** The address of a page below one assessment of the wizard. */
export const assessmentSubpage = (assessment: string, page: string): `/${string}` =>
  `/fraud/assessments/${encodeURIComponent(assessment)}/${page}`

/** The page that configures an assessment of the wizard; null for built-in ones, which are fixed. */
export const configurationPage = (assessment: string): AssessmentPage | null =>
  isBuiltIn(assessment.toLowerCase())
    ? null
    : {
        id: 'configuration',
        path: `/fraud/assessments/${encodeURIComponent(assessment)}/configuration`,
        route: '/fraud/assessments/:assessmentId/configuration',
      }
