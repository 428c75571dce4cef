import { type RawBuilder, sql } from 'kysely'
import { type PersonOfCase, personKeys } from '../model/assignment.ts'

/** The condition that a case is not about a person, as `isAbout` says. */
export function notAbout(person: PersonOfCase): RawBuilder<boolean> {
  const { identities, holders } = personKeys(person)
  return sql<boolean>`not (lower(coalesce(email, '')) = any(${identities}::text[])
    or lower(coalesce(user_id, '')) = any(${identities}::text[])
    or coalesce(payment_holders && ${holders}::text[], false))`
}
