import { Navigate } from 'react-router-dom'
import { useHref } from '../../platform/environments/environments.tsx'

/** The start of loss prevention: its report. */
export function LossPreventionStart() {
  const href = useHref()
  return <Navigate to={href('/fraud/lossprevention/reports')} replace />
}
