import { Button, Combobox, type ComboboxOption, Dialog, DialogContent, Field, useToast } from '@assay/design-system'
import { type ApplicationRole, accessLimits, type FoundApplication } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { refusalOf } from './credentials/application-errors.ts'
import { RoleFields } from './role-fields.tsx'

interface AssignDialogProps {
  /** Roles that the user may assign and revoke. */
  mayAssign: readonly ApplicationRole[]
  onClose: () => void
}

/** Milliseconds without a key before applications are searched. */
const searchPause = 300
const none: readonly FoundApplication[] = []

/** Chooses an application of another environment, and its roles in this one. */
export function AssignDialog({ mayAssign, onClose }: AssignDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const { id: environmentId, friendlyName } = useEnvironment()
  const { environments } = useEnvironments()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundApplication | null>(null)
  const [roles, setRoles] = useState<ApplicationRole[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const query = useDebouncedValue(text.trim(), searchPause)
  const searching = query.length >= accessLimits.queryFrom
  const { data, isFetching, isError, refetch } = useQuery(
    api.applications.find.queryOptions({ input: { environmentId, query }, enabled: searching, staleTime: 0 }),
  )
  const found = searching ? ((data?.applications as FoundApplication[] | undefined) ?? none) : none
  const candidates = new Map([...(chosen === null ? [] : [chosen]), ...found].map(each => [each.clientId, each]))
  const names = new Map(environments.map(each => [each.id, each.friendlyName]))
  const options = [...candidates.values()].map(
    (each): ComboboxOption => ({
      value: each.clientId,
      label: each.name,
      description: `${names.get(each.environmentId) ?? ''} ${each.clientId}`.trim(),
    }),
  )
  const dirty = chosen !== null && String(roles) !== String(chosen.roles)
  const saving = useApiMutation({
    mutationFn: ({ clientId, roles: baseRoles }: FoundApplication) =>
      client.applications.assign({ environmentId, clientId, baseRoles, roles }),
    invalidates: [api.applications.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Access.Assigned' }) })
      onClose()
    },
    onError: error => {
      const refused = refusalOf(error)
      setRefusal(refused)
      return refused !== null
    },
  })
  return (
    <Dialog
      open
      dirty={dirty}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Applications.Assign" />}
        description={
          <FormattedMessage
            id="Applications.Assign.Text"
            values={{ environment: <bdi key="environment">{friendlyName}</bdi> }}
          />
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            <Button
              variant="primary"
              loading={saving.isPending}
              disabled={offline || !dirty}
              onClick={() => {
                if (chosen !== null) saving.mutate(chosen)
              }}
            >
              <FormattedMessage id="Access.Assign" />
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4 py-2">
          <Field label={<FormattedMessage id="Applications.Assign.Field" />} required>
            <Combobox
              options={options}
              value={chosen?.clientId ?? ''}
              loading={searching && isFetching}
              {...(isError ? { error: <FormattedMessage id="Authoring.Failed" />, onRetry: () => void refetch() } : {})}
              empty={<FormattedMessage id={searching ? 'Applications.Assign.None' : 'Access.People.Type'} />}
              onSearch={setText}
              onValueChange={value => {
                const next = candidates.get(value) ?? null
                setRefusal(null)
                setChosen(next)
                setRoles(next === null ? [] : [...next.roles])
              }}
            />
          </Field>
          {chosen === null ? null : (
            <>
              <RoleFields
                value={roles}
                mayAssign={mayAssign}
                error={refusal}
                onChange={changed => {
                  setRefusal(null)
                  setRoles(changed)
                }}
              />
              {dirty && roles.length === 0 ? (
                <p className="text-sm text-fg-secondary" role="status">
                  <FormattedMessage id="Applications.Assign.Revokes" />
                </p>
              ) : null}
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}
