import { useToast } from '@assay/design-system'
import type { DirectoryEntry, PlannedChange, RoleId } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { type AccessRefusal, refusalOf } from '../model/access-errors.ts'
import { alreadyAssigned, type ChosenPerson, isInvited, nameOf } from './chosen-people.ts'
import { PeopleField } from './people-field.tsx'
import { RolesPanel } from './roles-panel.tsx'

interface AssignPanelProps {
  assignable: readonly RoleId[]
  /** Called with the addresses that were invited. */
  onAssigned: (invited: readonly string[]) => void
  onClose: () => void
}

/** Assigns roles to people and groups, and invites those who are not in the directory. */
export function AssignPanel({ assignable, onAssigned, onClose }: AssignPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const { session } = useEnvironments()
  const [people, setPeople] = useState<ChosenPerson[]>([])
  const [roles, setRoles] = useState<RoleId[]>([])
  const [refusal, setRefusal] = useState<AccessRefusal | null>(null)
  const addresses = people.filter(isInvited).map(({ address }) => address)
  const listed = people.filter((person): person is DirectoryEntry => !isInvited(person))
  const already = alreadyAssigned(people, roles)
  const saving = useApiMutation({
    mutationFn: () =>
      client.access.assignRoles({
        environmentId,
        principals: listed.map(person => ({ principalId: person.principalId, baseRoles: person.roles })),
        addresses,
        roles,
      }),
    invalidates: [api.access.key(), api.session.get.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Access.Assigned' }) })
      onAssigned(addresses)
    },
    onError: error => {
      const refused = refusalOf(error)
      setRefusal(refused)
      return refused !== null
    },
  })
  const change = (next: { people?: ChosenPerson[]; roles?: RoleId[] }) => {
    setRefusal(null)
    if (next.people) setPeople(next.people)
    if (next.roles) setRoles(next.roles)
  }
  const changes =
    roles.length === 0
      ? []
      : [
          ...listed.map(
            (person): PlannedChange => ({
              principalId: person.principalId,
              before: person.roles,
              after: [...new Set([...person.roles, ...roles])],
            }),
          ),
          ...(addresses.length === 0 ? [] : [{ principalId: null, before: [], after: roles }]),
        ]
  return (
    <RolesPanel
      title={<FormattedMessage id="Access.Assign.Title" />}
      offered={assignable}
      roles={roles}
      onRoles={next => change({ roles: next })}
      changes={changes}
      names={
        new Map<string | null, string>([
          ...listed.map((person): [string, string] => [person.principalId, nameOf(person)]),
          [null, addresses.join(', ')],
        ])
      }
      own={listed.some(({ principalId }) => principalId === session.user.id)}
      refusal={refusal}
      ready={people.length > 0 && roles.length > 0 && already === undefined}
      saving={saving.isPending}
      saveId="Access.Assign"
      foot={people.length === 0 ? null : <FormattedMessage id="Access.Count" values={{ count: people.length }} />}
      onSave={() => saving.mutate()}
      onClose={onClose}
    >
      <PeopleField
        people={people}
        error={already === undefined ? null : { id: 'Access.Already', name: already.name }}
        onChange={next => change({ people: next })}
      />
    </RolesPanel>
  )
}
