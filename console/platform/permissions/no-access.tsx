import { EmptyState } from '@assay/design-system'
import type { Capability } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { capabilityNames } from './capability-names.ts'
import { OwnWhy } from './own-why.tsx'

/** Name of a permission in the user's language; its id where it has none yet. */
function CapabilityName({ capability }: { capability: Capability }) {
  const id = capabilityNames[capability]
  return id ? (
    <FormattedMessage id={id} />
  ) : (
    <bdi dir="ltr" className="font-mono">
      {capability}
    </bdi>
  )
}

interface NoAccessProps {
  /** The missing capability; unknown for a refusal that does not name it. */
  capability?: Capability | undefined
  required?: 'read' | 'write'
  /** Stands in for the whole page. */
  page?: boolean
}

/** Stands in for what the user may not open: what is missing, and who can help. */
export function NoAccess({ capability, required = 'read', page = false }: NoAccessProps) {
  return (
    <EmptyState
      page={page}
      kind="no-access"
      {...(capability === undefined ? {} : { actions: <OwnWhy capability={capability} required={required} /> })}
      title={<FormattedMessage id="Errors.NoAccess.Title" />}
      description={
        capability === undefined ? (
          <FormattedMessage id="Errors.NoAccess.Description" />
        ) : (
          <FormattedMessage
            id={required === 'write' ? 'Permissions.NoAccess.Write' : 'Permissions.NoAccess.Read'}
            values={{ capability: <CapabilityName key="capability" capability={capability} /> }}
          />
        )
      }
    />
  )
}
