import { type RawBuilder, sql } from 'kysely'
import type { SearchCondition } from '../../../contract/index.ts'
import type { CatalogueField } from '../fields/field-types.ts'
import { entitiesOf, hasEntity } from './entities.ts'
import { anyValue, rowValue, typedValue } from './field-values.ts'
import { type Calendar, type Predicate, predicateOf } from './predicates.ts'
import { type Path, storableText } from './values.ts'

type Sql = RawBuilder<boolean>

/** Returns the texts that an equality compares with; null for any other comparison. */
export function equalTexts(condition: SearchCondition): readonly string[] | null {
  if (condition.op === 'eq' || condition.op === 'neq') return [condition.value]
  return condition.op === 'in' || condition.op === 'notIn' ? condition.value : null
}

/**
 * Returns a condition as parameterised SQL over the event table `e`.
 * @throws ValidationError for a comparison or value that does not suit its field.
 */
export function conditionSql(
  field: CatalogueField,
  condition: SearchCondition,
  eventType: string,
  calendar: Calendar,
  path: Path,
): Sql {
  const predicate = predicateOf(field, condition, calendar, path)
  if (predicate === null) return emptinessSql(field, condition.op, eventType)
  const texts = equalTexts(condition)
  const entities =
    texts &&
    entitiesOf(
      field,
      texts.map(text => storableText(text, path)),
    )
  const inRow = () => meets(field, predicate, eventType)
  const positive: Sql = !entities?.values.length
    ? inRow()
    : entities.others.length > 0
      ? sql`(${hasEntity(entities)} or ${inRow()})`
      : hasEntity(entities)
  return predicate.negative ? sql`(${positive}) is not true` : positive
}

/** Whether one of the values of the field meets a comparison. */
function meets(field: CatalogueField, { test }: Predicate, eventType: string): Sql {
  const value = rowValue(field)
  const inDocument = () => anyValue(field, eventType, text => test(typedValue(field.type, text)))
  if (value === null) return inDocument()
  // The column has the first of several values.
  return field.many ? sql`(${test(value)} or ${inDocument()})` : test(value)
}

/**
 * Is null: no value, or null. Is empty: a text of no characters; a number or a time has none, and counts as empty
 * without a value. The columns do not tell these apart, so that a document is read where a column is empty.
 */
function emptinessSql(field: CatalogueField, op: SearchCondition['op'], eventType: string): Sql {
  const isText = field.type !== 'number' && field.type !== 'time' && field.type !== 'boolean'
  const value = rowValue(field)
  const kind = isText ? op : op === 'empty' ? 'null' : op === 'notEmpty' ? 'notNull' : op
  const inDocument = (test: (text: RawBuilder<unknown>) => Sql) => anyValue(field, eventType, test)
  const none: Sql = value === null ? sql`true` : isText ? sql`coalesce(${value}, '') = ''` : sql`${value} is null`
  // A column that was read from no attribute shows by itself whether it is empty.
  const own = field.source.kind === 'column' && field.source.path !== undefined ? null : value
  switch (kind) {
    case 'empty':
      return own ? sql`(${own} = '') is true` : sql`(${none} and ${inDocument(text => sql`${text} = ''`)})`
    case 'notEmpty':
      return own ? sql`(${own} <> '') is true` : sql`(not (${none}) or ${inDocument(text => sql`${text} <> ''`)})`
    case 'null':
      return own ? sql`${own} is null` : sql`(${none} and not ${inDocument(() => sql`true`)})`
    default:
      return own ? sql`${own} is not null` : sql`(not (${none}) or ${inDocument(() => sql`true`)})`
  }
}
