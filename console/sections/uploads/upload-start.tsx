import { Navigate } from 'react-router-dom'
import { useHref } from '../../platform/environments/environments.tsx'

/** The start of data upload: its first tab, which everybody sees who may open the page. */
export function UploadStart() {
  const href = useHref()
  return <Navigate to={href('/data/upload/purchaseprotection')} replace />
}
