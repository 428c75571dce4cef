import { toCsv } from '@assay/design-system'
import { type AccessEntry, type Environment, roleNameIn } from '@assay/risk-service/contract'

const sourceOf = ({ source, environmentName }: AccessEntry): string =>
  source === 'environment'
    ? 'This environment'
    : source === 'tenant'
      ? 'Tenant'
      : `Inherited from ${environmentName ?? ''}`

/** The list as a file. Heads and values are the same in every language, so that a program can read them. */
export function accessCsv(entries: readonly AccessEntry[], kind: Environment['kind']): string {
  return toCsv<AccessEntry>(
    [
      { name: 'Name', value: ({ name }) => name },
      { name: 'E-mail', value: ({ username }) => username },
      { name: 'Type', value: ({ kind: type, guest }) => (type === 'group' ? 'Group' : guest ? 'Guest' : 'Member') },
      { name: 'Roles', value: ({ roles }) => roles.map(({ role }) => roleNameIn(role, kind)) },
      { name: 'Source', value: sourceOf },
      { name: 'Status', value: ({ status }) => `${status.slice(0, 1).toUpperCase()}${status.slice(1)}` },
      { name: 'Assigned by', value: ({ roles }) => roles.map(({ assignedBy }) => assignedBy ?? '') },
      { name: 'Assigned on', value: ({ roles }) => roles.map(({ assignedAt }) => assignedAt) },
      { name: 'Last used', value: ({ roles }) => roles.map(({ usedOn }) => usedOn ?? '') },
      { name: 'Principal ID', value: ({ principalId }) => principalId },
    ],
    entries,
  )
}
