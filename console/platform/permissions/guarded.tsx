import { EmptyState } from '@assay/design-system'
import type { Capability } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '../environments/environments.tsx'

/** Shows its children to whoever may read the capability, and otherwise what is missing. The service refuses as well. */
export function Guarded({ capability, children }: { capability: Capability; children: ReactNode }) {
  const can = useCan()
  if (can(capability)) return children
  return <EmptyState page kind="no-access" title={<FormattedMessage id="Errors.NoAccess.Title" />} description={<FormattedMessage id="Errors.NoAccess.Description" />} />
}
