import { type RawBuilder, sql } from 'kysely'
import { type PersonOfCase, payerNamesOf } from '../model/assignment.ts'

/** Condition on `review_case`, by its unqualified columns: it is not about a person, as `isAbout` decides it. */
export const notAbout = (person: PersonOfCase): RawBuilder<boolean> => sql<boolean>`
  lower(coalesce(email, '')) <> lower(${person.username}) and lower(coalesce(user_id, '')) not in (lower(${person.username}), ${person.id})
  and not payers && ${payerNamesOf(person)}::text[]`
