import { type RawBuilder, sql } from 'kysely'
import type { PersonalDataKind, SearchCondition, SearchFilter, SearchMatch } from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { isUuid } from '../../kernel/store/new-id.ts'
import { conditionSql, equalTexts } from './conditions/condition-sql.ts'
import { type EntityValues, entitiesOf } from './conditions/entities.ts'
import { type Calendar, isAscii } from './conditions/predicates.ts'
import { type Path, storableText } from './conditions/values.ts'
import type { CatalogueField, FieldCatalogue } from './fields/field-types.ts'
import { assertSearchable } from './masked-fields.ts'

type Sql = RawBuilder<boolean>

interface Entity {
  type: EntityValues['type']
  value: string
}
/** Values that an index finds: of an entity, merchants' ids in their compared form, or ids of the service. */
export type IndexedValues =
  | { entities: EntityValues }
  | { externalIds: readonly string[] }
  | { eventIds: readonly string[] }

export interface FilterSql {
  /** The first equality that the entity table can resolve. */
  entity: Entity | null
  /** Merchants' ids in their compared form, when no entity narrows the search and the key table can resolve them. */
  externalIds: readonly string[] | null
  /** Values of which every match has one at least, when neither of the above narrows the search. */
  anyOf: readonly IndexedValues[] | null
  /** All other conditions. */
  rest: Sql[]
  /** Some of `rest` search for a part of a text: the number of matching rows cannot be estimated. */
  parts: boolean
}

/** A condition with its field and its place in the input. */
interface Leaf {
  field: CatalogueField
  condition: SearchCondition
  path: Path
}
interface Group {
  match: SearchMatch
  members: readonly (Leaf | Group)[]
}
const isGroup = (member: Leaf | Group): member is Group => 'members' in member

/** What the SQL of a filter depends on beside the filter. */
export interface FilterContext {
  eventType: string
  catalogue: FieldCatalogue
  now: Date
  /** Kinds of personal data that are masked for the caller. */
  hidden: ReadonlySet<PersonalDataKind>
}

/**
 * Returns a filter as parameterised SQL over the event table `e`.
 * @throws ValidationError for an unknown field, and for a comparison or value that does not suit its field.
 */
export function filterSql(
  filter: Pick<SearchFilter, 'match' | 'conditions' | 'groups' | 'timeZone'>,
  { eventType, catalogue, now, hidden }: FilterContext,
): FilterSql {
  const leaves = (conditions: readonly SearchCondition[], at: Path): Leaf[] =>
    conditions.map((condition, index) => {
      const leaf = leafOf(catalogue, condition, [...at, index])
      assertSearchable(leaf.field, condition, hidden, [...at, index, 'op'])
      return leaf
    })
  const root: Group = {
    match: filter.match,
    members: [
      ...leaves(filter.conditions, ['filter', 'conditions']),
      ...filter.groups.map(
        ({ match, conditions }, index): Group => ({
          match,
          members: leaves(conditions, ['filter', 'groups', index, 'conditions']),
        }),
      ),
    ],
  }
  const calendar: Calendar = { now, timeZone: filter.timeZone }
  const toSql = (member: Leaf | Group): Sql =>
    isGroup(member)
      ? sql`(${sql.join(member.members.map(toSql), member.match === 'all' ? sql` and ` : sql` or `)})`
      : conditionSql(member.field, member.condition, eventType, calendar, member.path)
  const found: FilterSql = { entity: null, externalIds: null, anyOf: null, rest: [], parts: false }
  if (root.members.length === 0) return found
  const top = filter.match === 'all' || root.members.length === 1 ? root.members : [root]
  const lone = top.filter((member): member is Leaf => !isGroup(member))
  const first = lone.find(leaf => singleEntity(leaf)) ?? lone.find(leaf => externalIdsOf(leaf))
  // Every condition is made into SQL, so that a faulty one is refused wherever it stands.
  const all = top.map(toSql)
  const rest = all.filter((_, index) => top[index] !== first)
  const parts = top.some(hasParts)
  if (first) return { ...found, entity: singleEntity(first), externalIds: externalIdsOf(first), rest, parts }
  return { ...found, anyOf: indexedValues({ match: 'all', members: top }), rest, parts }
}

/** Returns the error of a field that events of a type do not have. */
export const unknownField = (id: string, path: Path): ValidationError =>
  new ValidationError([...path], `Events of this type have no field ${id}.`, { code: 'search.field' })

function leafOf(catalogue: FieldCatalogue, condition: SearchCondition, path: Path): Leaf {
  const field = catalogue.find(condition.column)
  if (field === null) throw unknownField(condition.column, [...path, 'column'])
  return { field, condition, path: [...path, 'value'] }
}

function singleEntity({ field, condition, path }: Leaf): Entity | null {
  const found = condition.op === 'eq' ? entitiesOf(field, [storableText(condition.value, path)]) : null
  const [value] = found?.values ?? []
  return found === null || value === undefined ? null : { type: found.type, value }
}

/** The index of the key table folds under "C": it is valid for ids of ASCII characters. */
function externalIdsOf({ field, condition, path }: Leaf): readonly string[] | null {
  if (field.id !== 'externalId' || (condition.op !== 'eq' && condition.op !== 'in')) return null
  const terms = (equalTexts(condition) ?? []).map(value => storableText(value, path).trim().toLowerCase())
  return terms.every(isAscii) ? terms : null
}

/**
 * Returns indexed values of which every event that meets the group has one at least; null when some events are found by
 * no index. Of several conditions that must all be met, one is enough.
 */
function indexedValues(group: Leaf | Group): readonly IndexedValues[] | null {
  if (!isGroup(group)) {
    const externalIds = externalIdsOf(group)
    if (externalIds) return [{ externalIds }]
    const { field, condition, path } = group
    if (condition.op !== 'eq' && condition.op !== 'in') return null
    const texts = (equalTexts(condition) ?? []).map(text => storableText(text, path))
    // No event has another id than one of this form.
    if (field.source.kind === 'eventId') return [{ eventIds: texts.map(text => text.trim()).filter(isUuid) }]
    const entities = entitiesOf(field, texts)
    return entities === null || entities.others.length > 0 ? null : [{ entities }]
  }
  const found = group.members.map(indexedValues)
  if (group.match === 'all') return found.find(values => values !== null) ?? null
  return found.every(values => values !== null) ? found.flat() : null
}

/** Whether some condition searches for a part of a text in a column of the event. */
const hasParts = (member: Leaf | Group): boolean =>
  isGroup(member)
    ? member.members.some(hasParts)
    : member.condition.op === 'contains' && member.field.source.kind === 'column' && !member.field.many
