import { Navigate } from 'react-router-dom'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'

/** The address of the reports: the summary, or the alerts for a user who may not open it. */
export function ReportsStart() {
  const can = useCan()
  const href = useHref()
  return <Navigate to={href(canOpen('/reports/summary', can) ? '/reports/summary' : '/reports/alerts')} replace />
}
