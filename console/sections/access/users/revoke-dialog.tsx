import { ConfirmDanger, useToast } from '@assay/design-system'
import { type AccessEntry, accessLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { refusalOf } from '../model/access-errors.ts'
import { AccessPreview } from '../panel/access-preview.tsx'

interface RevokeDialogProps {
  /** Empty while the dialog is closed. */
  entries: readonly AccessEntry[]
  onClose: () => void
  onRevoked: () => void
}

/** Names that are listed; the number of the others follows. */
const listed = 10

/** Asks before people and groups lose what was assigned here, or for the whole tenant. */
export function RevokeDialog({ entries, onClose, onRevoked }: RevokeDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId, friendlyName } = useEnvironment()
  const { session } = useEnvironments()
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(entries)
  if (entries.length > 0 && entries !== shown) setShown(entries)
  const revoking = useConfirmedMutation({
    mutationFn: (revoked: readonly AccessEntry[]) =>
      client.access.revokeRoles({
        environmentId,
        entries: revoked.map(({ principalId, source, roles }) => ({
          principalId,
          source: source === 'tenant' ? 'tenant' : 'environment',
          baseRoles: roles.map(({ role }) => role),
        })),
      }),
    invalidates: [api.access.key(), api.session.get.key()],
    onSuccess: ({ changed }) => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Access.Revoked' }, { count: changed }) })
      onRevoked()
    },
    onClose,
  })
  const refusal = revoking.error === null ? null : refusalOf(revoking.error)
  const [first] = shown
  const tenantWide = shown.some(({ source }) => source === 'tenant')
  const values = {
    count: shown.length,
    name: <bdi key="name">{first?.name}</bdi>,
    environment: <bdi key="environment">{friendlyName}</bdi>,
  }
  return (
    <ConfirmDanger
      open={entries.length > 0}
      onOpenChange={open => {
        if (!open) revoking.close()
      }}
      title={<FormattedMessage id="Access.Revoke.Title" values={values} />}
      description={
        <FormattedMessage id={tenantWide ? 'Access.Revoke.TenantText' : 'Access.Revoke.Text'} values={values} />
      }
      consequences={[
        ...(shown.length > 1
          ? shown.slice(0, listed).map(({ principalId, name }) => <bdi key={principalId}>{name}</bdi>)
          : []),
        ...(shown.length > listed
          ? [<FormattedMessage key="more" id="Lists.DeleteMany.More" values={{ count: shown.length - listed }} />]
          : []),
        ...(shown.some(({ principalId }) => principalId === session.user.id)
          ? [<FormattedMessage key="own" id="Access.OwnWarning" />]
          : []),
      ]}
      options={
        shown.length > 0 && shown.length <= accessLimits.people ? (
          <div
            role="region"
            aria-label={intl.formatMessage({ id: 'Access.Preview.Title' })}
            tabIndex={0}
            className="max-h-[15rem] overflow-y-auto focus-ring"
          >
            <AccessPreview
              changes={shown.map(({ principalId, roles }) => ({
                principalId,
                before: roles.map(({ role }) => role),
                after: [],
              }))}
              names={new Map(shown.map(({ principalId, name }) => [principalId, name]))}
            />
          </div>
        ) : null
      }
      confirmLabel={<FormattedMessage id="Access.Revoke" />}
      loading={revoking.isPending}
      {...(revoking.error === null
        ? {}
        : {
            error: (
              <FormattedMessage
                id={refusal?.id ?? 'Authoring.Failed'}
                values={{ name: <bdi key="by">{refusal?.name}</bdi> }}
              />
            ),
          })}
      onConfirm={() => revoking.confirm(entries)}
    />
  )
}
