import { Navigate } from 'react-router-dom'
import { useHref } from '../../platform/environments/environments.tsx'

/** The address of the reports: the only report so far opens. */
export function ReportsStart() {
  const href = useHref()
  return <Navigate to={href('/reports/summary')} replace />
}
