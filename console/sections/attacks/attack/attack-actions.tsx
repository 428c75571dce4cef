import { Button, downloadFile, Icon, useToast } from '@assay/design-system'
import type { AttackDetail } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { ContainmentDialog } from './containment/containment-dialog.tsx'

/** Downloads the evidence of an attack, and contains it. */
export function AttackActions({ attack }: { attack: AttackDetail }) {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [containing, setContaining] = useState(false)
  const evidence = useApiMutation<unknown, void>({
    mutationFn: () => client.attacks.export({ environmentId, attackId: attack.id }),
    onSuccess: file => {
      downloadFile(`attack-${attack.startedAt.slice(0, 10)}-${attack.kind}.zip`, file as Blob)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Search.Export.Saved' }) })
    },
  })
  return (
    <>
      {can('search') ? (
        <Button
          start={<Icon icon={Download} />}
          loading={evidence.isPending}
          disabled={offline}
          onClick={() => evidence.mutate()}
        >
          <FormattedMessage id="Attacks.Evidence" />
        </Button>
      ) : null}
      {can('rules', 'write') ? (
        <Button variant="primary" disabled={offline} onClick={() => setContaining(true)}>
          <FormattedMessage id="Attacks.Contain" />
        </Button>
      ) : null}
      {containing ? <ContainmentDialog attack={attack} onClose={() => setContaining(false)} /> : null}
    </>
  )
}
