import { ConfirmDanger } from '@assay/design-system'
import type { Mirror } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'

export type MirrorChange = 'end' | 'remove'

interface ChangeMirrorProps {
  mirror: Mirror
  change: MirrorChange
  onClose: () => void
}

/** Asks before a mirror ends, and before an ended one is deleted with its figures. */
export function ChangeMirror({ mirror: { environmentId, id }, change, onClose }: ChangeMirrorProps) {
  const input = { environmentId, mirrorId: id }
  const changed = useConfirmedMutation<unknown, MirrorChange>({
    mutationFn: how => (how === 'end' ? client.mirrors.end(input) : client.mirrors.remove(input)),
    invalidates: [api.mirrors.get.key()],
    onClose,
  })
  return (
    <ConfirmDanger
      open
      onOpenChange={open => {
        if (!open) changed.close()
      }}
      title={<FormattedMessage id={`Mirror.${change}.Title`} />}
      consequences={[<FormattedMessage key="text" id={`Mirror.${change}.Text`} />]}
      confirmLabel={<FormattedMessage id={change === 'end' ? 'Mirror.End' : 'Common.Delete'} />}
      loading={changed.isPending}
      error={changed.error === null ? undefined : <FormattedMessage id="Authoring.Failed" />}
      onConfirm={() => changed.confirm(change)}
    />
  )
}
