import { Badge, Button } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { backendTarget, leaveBackendTarget } from './backend-target.ts'

/** Shows in the top bar that the figures are those of a test backend, and leads back. Empty on the normal one. */
export function BackendChip() {
  const target = backendTarget()
  if (!target) return null
  const name = target.value === null ? target.name : `${target.name} ${target.value}`
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Badge tone="warning">
        <FormattedMessage id="Shell.Backend.Name" values={{ name: <bdi key="name">{name}</bdi> }} />
      </Badge>
      <Button size="sm" variant="ghost" onClick={leaveBackendTarget}>
        <FormattedMessage id="Shell.Backend.Leave" />
      </Button>
    </span>
  )
}
