import { FormattedMessage } from 'react-intl'
import { ConfirmDanger } from '../../../overlays/confirm-danger/confirm-danger.tsx'
import type { GraphHub } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'

/** Why a hub is not walked through: its links, and whether fraud is more frequent in it than elsewhere. */
export function HubReason({ hub: { links, fraud } }: { hub: GraphHub }) {
  return (
    <FormattedMessage
      id="DesignSystem.Graph.HubReason"
      values={{
        links,
        rates: fraud === undefined ? 'no' : 'yes',
        share: fraud?.share ?? 0,
        base: fraud?.base ?? 0,
      }}
    />
  )
}

interface WalkHubDialogProps {
  hub: VisibleNode | undefined
  name: string
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before the neighbours of a hub are loaded: they have nothing to do with each other most of the time. */
export function WalkHubDialog({ hub, name, onCancel, onConfirm }: WalkHubDialogProps) {
  return (
    <ConfirmDanger
      open={hub !== undefined}
      onOpenChange={open => {
        if (!open) onCancel()
      }}
      title={<FormattedMessage id="DesignSystem.Graph.WalkHubTitle" values={{ name }} />}
      description={hub?.hub ? <HubReason hub={hub.hub} /> : null}
      confirmLabel={<FormattedMessage id="DesignSystem.Graph.WalkHub" />}
      onConfirm={onConfirm}
    />
  )
}
