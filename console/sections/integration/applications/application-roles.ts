import {
  type Application,
  type ApplicationRole,
  applicationRoleNames,
  applicationRoles,
} from '@assay/risk-service/contract'

/** Returns the roles of an application in the environment where it was created. */
export const rolesOf = ({ roles }: Application): ApplicationRole[] =>
  applicationRoles.filter(role => Object.values(applicationRoleNames[role]).some(name => roles.includes(name)))

/** Returns the names of the roles of an application in all environments, each once. */
export const allRoleNamesOf = ({ roles, elsewhere }: Application): string[] => [
  ...new Set([...roles, ...elsewhere.flatMap(each => each.roles)]),
]
