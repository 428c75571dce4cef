import { type RawBuilder, sql } from 'kysely'
import { labelTypes } from '../../../kernel/store/events/event-records.ts'
import { sqlColumns } from '../../../kernel/store/events/event-row.ts'
import { caseValues } from '../fields/case-fields.ts'
import type { CatalogueField } from '../fields/field-types.ts'

type Sql = RawBuilder<boolean>

/** The value of a field that is a part of the event row or of its case; null for one that is read from a list or document. */
export function rowValue({ source, many }: Pick<CatalogueField, 'source' | 'many'>): RawBuilder<unknown> | null {
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
      return many
        ? null
        : sql`(select ${sql.raw(caseValues[source.field])} from review_case c where c.id = e.event_id ${shownCase(source)})`
    default:
      return null
  }
}

/** Condition that continues another one: the case is in no queue that is hidden from the reader. */
const shownCase = ({ hidden = [] }: Extract<CatalogueField['source'], { kind: 'case' }>): RawBuilder<unknown> =>
  hidden.length === 0 ? sql`` : sql`and (c.queue_id is null or c.queue_id <> all(${hidden}::uuid[]))`

/** JSON path of an attribute, over every element of the lists in it. */
const jsonPath = (path: string): string =>
  `$${path
    .split('.')
    .map(name => `.${JSON.stringify(name)}`)
    .join('')}[*]`

/** Rows `x` with the JSON values that a list or document holds for a field; null for a field that has none there. */
function documentRows({ source, many }: CatalogueField, eventType: string): RawBuilder<unknown> | null {
  switch (source.kind) {
    case 'column':
      return source.path === undefined ? null : requestRows(source.path)
    case 'request':
      return requestRows(source.path)
    case 'answer':
      // A reference to rules stands between two marks in the list that it replaces.
      return sql`event_key d,
        jsonb_path_query(replace(d.answer, E'\\x01', '')::jsonb, ${source.path}::jsonpath, '{}', true) as x
        where d.environment_id = e.environment_id and d.event_type = e.event_type and d.external_id = e.external_id
        and d.answer like '{%' and ${scalar}`
    case 'latestEvent':
      return sql`(select l.body from data_event l where l.environment_id = e.environment_id
        and l.subject_type = ${eventType} and l.subject_id = e.external_id and l.event_type = any(${source.events}::text[])
        order by l.happened_at desc, l.received_at desc limit 1) as d,
        jsonb_path_query(d.body::jsonb, ${jsonPath(source.path)}::jsonpath, '{}', true) as x where ${scalar}`
    case 'latestLabel':
      return sql`(select l.body from event_label l where l.environment_id = e.environment_id
        and l.object_type = any(${labelTypes(eventType)}::text[]) and l.object_id = e.external_id
        order by l.label_at desc, l.received_at desc limit 1) as d,
        jsonb_path_query(d.body::jsonb, ${jsonPath(source.path)}::jsonpath, '{}', true) as x where ${scalar}`
    case 'case':
      return many
        ? sql`review_case c, jsonb_array_elements(to_jsonb(${sql.raw(caseValues[source.field])})) as x
            where c.id = e.event_id ${shownCase(source)} and ${scalar}`
        : null
    default:
      return null
  }
}

const scalar = sql`jsonb_typeof(x) in ('string', 'number', 'boolean')`

const requestRows = (path: string): RawBuilder<unknown> =>
  sql`event_body d, jsonb_path_query(d.request::jsonb, ${jsonPath(path)}::jsonpath, '{}', true) as x
    where d.environment_id = e.environment_id and d.at = e.at and d.event_id = e.event_id and ${scalar}`

/**
 * Whether any of the values that a document holds for a field meets the test, which gets the value as text. `offset 0`
 * keeps the database from reading all documents at once instead of those that the other conditions leave.
 */
export function anyValue(field: CatalogueField, eventType: string, test: (value: RawBuilder<unknown>) => Sql): Sql {
  const rows = documentRows(field, eventType)
  return rows === null ? sql`false` : sql`exists (select 1 from ${rows} and ${test(sql`(x #>> '{}')`)} offset 0)`
}

/** All values of a field of the event `e` as a JSON array in their order, without those that are null. */
export function allValues(field: CatalogueField, eventType: string): RawBuilder<unknown> {
  const value = rowValue(field)
  const rows = field.many || value === null ? documentRows(field, eventType) : null
  const listed = rows && sql`(select jsonb_agg(x) from (select x from ${rows}) as v)`
  const own = value && sql`(select jsonb_build_array(v) from (select ${value} as v) as o where v is not null)`
  // The column has the first value where no document holds them.
  return sql`coalesce(${sql.join([listed, own].filter(each => each !== null))}, '[]'::jsonb)`
}

/** The text of a document as a value of the field's type; null for what cannot be read as such. */
export function typedValue(type: CatalogueField['type'], text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'number') return sql`(case when ${text} ~ '^[+-]?\\d{1,200}(\\.\\d+)?$' then ${text}::float8 end)`
  if (type === 'time') return sql`time_or_null(${text})`
  return text
}
