import { sql } from 'kysely'
import { amountField } from '../../../contract/assessments/assessment-definitions.ts'
import { observedFieldKey } from '../../../contract/assessments/observed-fields.ts'
import { parseTenantAssessment, type TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import { labelObjectTypes } from '../../../engine/data-events/send-event-label.ts'
import type { Db } from '../../../ports/database.ts'

/** What an event says of a transaction. */
export type LaterKind = 'status' | 'bank' | 'chargeback' | 'refund'

/** A field of an observation or of labels. */
interface ObservedPath {
  /** As the configuration of the assessment names it. */
  key: string
  /** Type of the data events of the observation; null: labels. */
  type: string | null
  path: readonly string[]
}

/** An event type whose events reports count. */
export interface ReportedType {
  eventType: string
  /** What the types of later events say. */
  laterEvents: Readonly<Record<string, LaterKind>>
  /** Fields of observations and labels whose values reports show. */
  observed: readonly ObservedPath[]
  /** Fields whose sum is its amount, in the currency of its event; null: the amount that is stored beside it. */
  amountPaths: readonly (readonly string[])[] | null
  /** Fields by whose values reports are filtered. */
  dataPaths: readonly (readonly string[])[]
  /** Object types of the labels that name its events. */
  labelObjects: readonly string[]
  /** Whether its events have a risk score; without a model 0 stands for none. */
  scored: boolean
}

const builtInType = (eventType: string, laterEvents: ReportedType['laterEvents']): ReportedType => ({
  eventType,
  laterEvents,
  observed: [],
  amountPaths: null,
  dataPaths: [],
  labelObjects: [labelObjectTypes[eventType] ?? eventType],
  scored: true,
})

const builtInTypes: readonly ReportedType[] = [
  builtInType('purchase', {
    purchasestatus: 'status',
    bankevent: 'bank',
    chargeback: 'chargeback',
    refund: 'refund',
  }),
  builtInType('accountcreation', { accountcreationstatus: 'status' }),
  builtInType('accountlogin', { accountloginstatus: 'status' }),
]

const kindOfTemplate: Readonly<Record<string, LaterKind>> = {
  AssessmentStatus: 'status',
  Bank: 'bank',
  Chargeback: 'chargeback',
}

const isStoredAmount = (fields: readonly string[]): boolean =>
  fields.length === 0 || (fields.length === 1 && fields[0] === amountField)

const tenantType = ({
  apiName,
  observations,
  observedFields,
  amountFields,
  dataFilters,
  scored,
}: TenantAssessment): ReportedType => ({
  eventType: apiName,
  laterEvents: Object.fromEntries(
    observations.flatMap(observation => {
      const kind = kindOfTemplate[observation.template]
      return kind === undefined ? [] : [[`${apiName}:${observation.apiName}`, kind]]
    }),
  ),
  observed: observedFields.map(field => ({
    key: observedFieldKey(field),
    type: field.event === null ? null : `${apiName}:${field.event}`,
    path: field.field.split('.'),
  })),
  amountPaths: isStoredAmount(amountFields) ? null : amountFields.map(field => field.split('.')),
  dataPaths: dataFilters.map(field => field.split('.')),
  labelObjects: [`Event:${apiName}`, 'GenericEvent'],
  scored,
})

/** Returns the event types that reports of an environment count: those of the system, and tenant assessments that are on. */
export async function readReportedTypes(db: Db, environmentId: string): Promise<ReportedType[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id from environment where id = ${environmentId}::uuid
      union select e.id, e.parent_id from environment e join up on e.id = up.parent_id
    )
    select a.id from assessment a join up on up.id = a.environment_id`.execute(db)
  const stored =
    rows.length === 0
      ? []
      : await db
          .selectFrom('assessment')
          .selectAll()
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('api_name')
          .execute()
  return [
    ...builtInTypes,
    ...stored
      .map(parseTenantAssessment)
      .filter(({ reports }) => reports)
      .map(tenantType),
  ]
}

const amountMark = '/amount='

/** How a field by whose values reports are filtered is stored with a refresh. */
export const dataFilterMark = (eventType: string, path: string): string => `${eventType}/filter=${path}`

/** Returns the fields that reports of some types read beside those of every type, as they are stored with a refresh. */
export const readFieldsOf = (types: readonly ReportedType[]): string[] =>
  types.flatMap(({ eventType, observed, amountPaths, dataPaths }) => [
    ...observed.map(({ key }) => `${eventType}/${key}`),
    ...dataPaths.map(path => dataFilterMark(eventType, path.join('.'))),
    ...(amountPaths === null ? [] : [`${eventType}${amountMark}${amountPaths.map(path => path.join('.')).join('+')}`]),
  ])

/** Whether what was read has all fields that are read now, and amounts of no others. */
export const isReadWith = (stored: readonly string[] | null, fields: readonly string[]): boolean =>
  stored !== null &&
  fields.every(name => stored.includes(name)) &&
  stored.every(name => !name.includes(amountMark) || fields.includes(name))
