export const accessLimits = {
  /** People and groups whose roles change together. */
  people: 50,
  /** Rows that are revoked together. */
  revoked: 500,
  suggestions: 10,
  query: 100,
  /** A shorter query of the directory finds nothing. */
  queryFrom: 2,
  /** Days for which an invitation may be accepted. */
  invitationDays: 30,
  /** Days without use after which a role is proposed for removal. */
  unusedDays: 90,
} as const

/** Where a role was assigned: in the environment, in one above it, or for the whole tenant. */
export const accessSources = ['environment', 'inherited', 'tenant'] as const
export type AccessSource = (typeof accessSources)[number]

export const accessStatuses = ['active', 'invited', 'expired'] as const
export type AccessStatus = (typeof accessStatuses)[number]

/** What an address of a person looks like; whether it exists, the invitation shows. */
export const addressPattern = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,190}\.[^\s@<>,;:"()[\]\\.]{2,63}$/u
