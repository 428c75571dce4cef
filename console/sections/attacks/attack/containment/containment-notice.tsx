import { Button, Callout, useFormat } from '@assay/design-system'
import type { AttackDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../../platform/offline/connection.ts'

interface ContainmentNoticeProps {
  attack: AttackDetail
  /** Whether the user may take it back. */
  writes: boolean
}

/** What is contained of an attack now, and one click to take it back; nothing where nothing is. */
export function ContainmentNotice({ attack: { id: attackId, containments }, writes }: ContainmentNoticeProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const mutation = useApiMutation({
    mutationFn: () => client.attacks.release({ environmentId, attackId }),
    invalidates: [api.attacks.key()],
  })
  const active = containments.find(each => each.active)
  if (active === undefined) return null
  const kinds = intl.formatList(
    active.keyTypes.map(type => intl.formatMessage({ id: `Attacks.Key.${type}` })),
    { type: 'unit' },
  )
  return (
    <Callout
      tone="success"
      actions={
        writes ? (
          <Button size="sm" loading={mutation.isPending} disabled={offline} onClick={() => mutation.mutate()}>
            <FormattedMessage id="Attacks.TakeBack" />
          </Button>
        ) : null
      }
    >
      <FormattedMessage
        id={`Attacks.Contained.${active.action}`}
        values={{
          kinds,
          until: <bdi key="until">{format.dateTime(active.until, 'UTC')}</bdi>,
          name: <bdi key="name">{active.by}</bdi>,
        }}
      />{' '}
      <bdi className="wrap-anywhere">{active.note}</bdi>
    </Callout>
  )
}
