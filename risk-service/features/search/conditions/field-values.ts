import { type RawBuilder, sql } from 'kysely'
import { labelTypes } from '../../../kernel/store/events/event-records.ts'
import { sqlColumns } from '../../../kernel/store/events/event-row.ts'
import { caseValues } from '../fields/case-fields.ts'
import type { CatalogueField, FieldSource } from '../fields/field-types.ts'

type Sql = RawBuilder<boolean>

/** The value of a field that is a part of the event row; null for one that is read from a document. */
export function rowValue(source: FieldSource): RawBuilder<unknown> | null {
  switch (source.kind) {
    case 'column':
      return sql.ref(`e.${sqlColumns[source.column]}`)
    case 'eventId':
      return sql`e.event_id::text`
    case 'environmentId':
      return sql`e.environment_id::text`
    case 'environmentName':
      return sql`(select n.friendly_name from environment n where n.id = e.environment_id)`
    case 'case':
      return sql`(select ${sql.raw(caseValues[source.field])} from review_case c where c.id = e.event_id)`
    default:
      return null
  }
}

/** JSON path of an attribute, over every element of the lists in it. */
const jsonPath = (path: string): string =>
  `$${path
    .split('.')
    .map(name => `.${JSON.stringify(name)}`)
    .join('')}[*]`

/**
 * Whether any of the values that a document holds for a field meets the test, which gets the value as text. `offset 0`
 * keeps the database from reading all documents at once instead of those that the other conditions leave.
 */
export function anyValue(field: CatalogueField, eventType: string, test: (value: RawBuilder<unknown>) => Sql): Sql {
  const { source } = field
  switch (source.kind) {
    case 'column':
      return source.path === undefined ? sql`false` : inRequest(source.path, test)
    case 'request':
      return inRequest(source.path, test)
    case 'answer':
      // A reference to rules stands between two marks in the list that it replaces.
      return sql`exists (select 1 from event_key d,
        jsonb_path_query(replace(d.answer, E'\\x01', '')::jsonb, ${source.path}::jsonpath, '{}', true) as x
        where d.environment_id = e.environment_id and d.event_type = e.event_type and d.external_id = e.external_id
        and d.answer like '{%' and ${scalarMeets(test)} offset 0)`
    case 'latestEvent':
      return sql`exists (select 1 from (select l.body from data_event l where l.environment_id = e.environment_id
        and l.subject_type = ${eventType} and l.subject_id = e.external_id and l.event_type = any(${source.events}::text[])
        order by l.happened_at desc, l.received_at desc limit 1) as d,
        jsonb_path_query(d.body::jsonb, ${jsonPath(source.path)}::jsonpath, '{}', true) as x where ${scalarMeets(test)} offset 0)`
    case 'latestLabel':
      return sql`exists (select 1 from (select l.body from event_label l where l.environment_id = e.environment_id
        and l.object_type = any(${labelTypes(eventType)}::text[]) and l.object_id = e.external_id
        order by l.label_at desc, l.received_at desc limit 1) as d,
        jsonb_path_query(d.body::jsonb, ${jsonPath(source.path)}::jsonpath, '{}', true) as x where ${scalarMeets(test)} offset 0)`
    default:
      return sql`false`
  }
}

const inRequest = (path: string, test: (value: RawBuilder<unknown>) => Sql): Sql =>
  sql`exists (select 1 from event_body d, jsonb_path_query(d.request::jsonb, ${jsonPath(path)}::jsonpath, '{}', true) as x
    where d.environment_id = e.environment_id and d.at = e.at and d.event_id = e.event_id and ${scalarMeets(test)} offset 0)`

const scalarMeets = (test: (value: RawBuilder<unknown>) => Sql): Sql =>
  sql`jsonb_typeof(x) in ('string', 'number', 'boolean') and ${test(sql`(x #>> '{}')`)}`

/** The text of a document as a value of the field's type; null for what cannot be read as such. */
export function typedValue(type: CatalogueField['type'], text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'number') return sql`(case when ${text} ~ '^[+-]?\\d{1,200}(\\.\\d+)?$' then ${text}::float8 end)`
  if (type === 'time') return sql`time_or_null(${text})`
  return text
}
