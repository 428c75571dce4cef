import { type RawBuilder, sql } from 'kysely'
import type { EntityType } from '../../../contract/index.ts'
import { normaliseEntityValue, normaliseIp } from '../../../engine/enrich/enrich-purchase.ts'
import type { CatalogueField } from '../fields/field-types.ts'

/** Values of an entity kind in the form in which the entity table stores them. */
export interface EntityValues {
  type: EntityType
  values: readonly string[]
}

/**
 * Columns whose equality the entity table can resolve, and their kind there. An event can have several e-mails or
 * phones (user, payment, address): it matches by any of them.
 */
const entityOf: Readonly<Record<string, EntityType>> = {
  email: 'email',
  deviceId: 'device',
  userId: 'user',
  ip: 'ip',
  phone: 'phone',
}

/** Returns the form in which the entity table stores a value; null for a text that it can never contain. */
export function comparedEntity(type: EntityType, value: string): string | null {
  if (type === 'ip') return normaliseIp(value.trim())
  if (type !== 'phone') return normaliseEntityValue(value)
  const digits = value.replace(/\D/g, '')
  return digits.length < 5 ? null : digits
}

/**
 * Returns the entities that equal any of the values, and the values that the entity table can never contain; null for a
 * field that it does not have.
 */
export function entitiesOf(
  { source }: CatalogueField,
  values: readonly string[],
): (EntityValues & { others: readonly string[] }) | null {
  const type = source.kind === 'column' ? entityOf[source.column] : undefined
  if (type === undefined) return null
  const compared = values.map(value => comparedEntity(type, value))
  return {
    type,
    values: compared.filter(value => value !== null),
    others: values.filter((_, index) => compared[index] === null),
  }
}

/** The event has one of these entities: a look-up by the whole key of the entity table. */
export const hasEntity = ({ type, values }: EntityValues): RawBuilder<boolean> =>
  sql`exists (select 1 from event_entity n where n.environment_id = e.environment_id and n.entity_type = ${type}
    and n.entity_value = any(${values}::text[]) and n.at = e.at and n.event_id = e.event_id offset 0)`
