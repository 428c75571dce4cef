import { Navigate, useLocation, useParams } from 'react-router-dom'
import { assessmentPages, configurationPage } from '../../platform/assessments/assessment-pages.ts'
import { useCan } from '../../platform/environments/environments.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'

/** Leads to the first page of an assessment that opens for the user: monitor, rules or configuration. */
export function AssessmentStart() {
  const can = useCan()
  const { search, hash } = useLocation()
  const { assessmentId = '' } = useParams()
  const pages = [...assessmentPages(assessmentId), configurationPage(assessmentId)]
  const first = pages.find(page => page !== null && canOpen(page.route, can))
  return <Navigate replace to={{ pathname: first?.path ?? '/fraud/assessments', search, hash }} />
}
