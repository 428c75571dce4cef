import { z } from 'zod'
import type { EventFeatureValues } from '../../engine/score/features/event-features.ts'
import { type EntityValues, historyKinds } from '../../engine/score/history/entity-history.ts'
import type { StreamEvent } from '../../engine/score/training/sample.ts'
import { type Row, type RowIssue, timeOf } from '../import/files/ecommerce-file.ts'

const column = z.string().min(1)

/** Schema of the meaning of a file's columns. Amounts are US dollars; times without a zone are UTC. */
export const fileMapSchema = z.strictObject({
  id: column,
  at: column,
  amount: column.optional(),
  /** Cells for fraud and for good events; a row with any other cell has no label. */
  label: z.strictObject({ column, fraud: z.array(z.string()).min(1), good: z.array(z.string()).min(1) }),
  entities: z.partialRecord(z.enum(historyKinds), column),
  /** Creation time of the account. The sign-up is a separate event, which is part of the entities' histories. */
  signUp: column.optional(),
  countries: z
    .strictObject({ ip: column.optional(), billing: column.optional(), shipping: column.optional() })
    .optional(),
})
export type FileMap = z.infer<typeof fileMapSchema>

/** Returns the columns that a file must have for its map. */
export const columnsOf = ({ id, at, amount, label, entities, signUp, countries }: FileMap): string[] => [
  ...new Set(
    [id, at, amount, label.column, ...Object.values(entities), signUp, ...Object.values(countries ?? {})].filter(
      name => name !== undefined,
    ),
  ),
]

/** Returns the events of a row, or its fault. `delay`: milliseconds from an event to its label. */
export function parseRow(row: Row, map: FileMap, delay: number): StreamEvent[] | RowIssue {
  const cell = (name: string | undefined): string | null => (name === undefined ? null : row[name]?.trim() || null)
  const at = timeOf(cell(map.at) ?? undefined)
  if (at === null) return { column: map.at, problem: 'is not a time like 2020-01-02 03:04:05' }
  const id = cell(map.id)
  if (id === null) return { column: map.id, problem: 'is empty' }
  const sent = cell(map.amount)
  const amount = sent === null ? null : Number(sent)
  if (amount !== null && !Number.isFinite(amount))
    return { column: map.amount ?? '', problem: `'${sent ?? ''}' is not an amount` }
  const signUp = map.signUp === undefined ? null : timeOf(cell(map.signUp) ?? undefined)
  const entities: EntityValues = Object.fromEntries(
    Object.entries(map.entities).map(([kind, name]) => [kind, cell(name)?.toLowerCase() ?? null]),
  )
  const [ip, billing, shipping] = [cell(map.countries?.ip), cell(map.countries?.billing), cell(map.countries?.shipping)]
  const differ = (a: string | null, b: string | null): number | null =>
    a === null || b === null ? null : Number(a !== b)
  const label = cell(map.label.column)
  const fraud =
    label === null ? null : map.label.fraud.includes(label) ? true : map.label.good.includes(label) ? false : null
  const own: EventFeatureValues = {
    amount,
    localHour: new Date(at).getUTCHours(),
    minutesSinceSignUp: signUp === null || signUp > at ? null : (at - signUp) / 60_000,
    ipBillingCountry: differ(ip, billing),
    ipShippingCountry: differ(ip, shipping),
    billingShippingCountry: differ(billing, shipping),
    ...(map.countries?.ip === undefined || entities.ip == null ? {} : { ipUnknownCountry: Number(ip === null) }),
  }
  const event: StreamEvent = {
    id,
    at,
    amount,
    entities,
    card: entities.payment ?? null,
    own,
    scored: true,
    fraud,
    labelAt: at + delay,
  }
  return signUp === null || signUp > at
    ? [event]
    : [{ ...event, id: `sign-up ${id}`, at: signUp, amount: null, own: {}, scored: false, fraud: null }, event]
}
