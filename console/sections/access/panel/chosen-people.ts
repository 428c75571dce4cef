import type { DirectoryEntry, RoleId } from '@assay/risk-service/contract'

/** Whom a role is assigned to: a person or group of the directory, or an address outside of it. */
export type ChosenPerson = DirectoryEntry | { address: string }

export const isInvited = (person: ChosenPerson): person is { address: string } => 'address' in person
export const valueOf = (person: ChosenPerson): string => (isInvited(person) ? person.address : person.principalId)
export const nameOf = (person: ChosenPerson): string => (isInvited(person) ? person.address : person.name)

/** Those who have all of the roles here already: nothing would change for them. */
export const alreadyAssigned = (
  people: readonly ChosenPerson[],
  roles: readonly RoleId[],
): DirectoryEntry | undefined =>
  people.find((person): person is DirectoryEntry => {
    if (isInvited(person) || roles.length === 0) return false
    return roles.every(role => person.roles.includes(role))
  })
