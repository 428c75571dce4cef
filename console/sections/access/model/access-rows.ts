import type { AccessEntry, RoleId } from '@assay/risk-service/contract'

/** The id of a row: the same person may stand in several, one for each place. */
export const rowIdOf = ({ principalId, environmentId }: AccessEntry): string =>
  `${principalId}.${environmentId ?? 'tenant'}`

/** Whether the user may edit and revoke what a row has: it was assigned here, or for the tenant, and every role is theirs to assign. */
export const isEditable = (entry: AccessEntry, assignable: readonly RoleId[]): boolean =>
  entry.source !== 'inherited' && entry.roles.every(({ role }) => assignable.includes(role))

/** Whether a row has a role that nobody needed for long. */
export const hasUnusedRole = (entry: AccessEntry): boolean => entry.roles.some(({ unused }) => unused)

/** Whether a row contains a text in its name or address. */
export const matchesText = ({ name, username }: AccessEntry, text: string): boolean =>
  `${name}\n${username}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())

/** The latest assignment of a row. */
export const latestOf = ({ roles }: AccessEntry) =>
  roles.toSorted((a, b) => b.assignedAt.localeCompare(a.assignedAt))[0]

/** The message that names the type of a row. */
export const typeOf = ({ kind, guest }: AccessEntry): string =>
  kind === 'group' ? 'Access.Type.group' : guest ? 'Access.Type.guest' : 'Access.Type.member'
