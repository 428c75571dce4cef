import { calculations } from '../model/calculations/calculations.ts'

/** Runs a calculation by its name. */
export const calculate = (name: string, input: unknown, params: unknown = {}): unknown =>
  calculations[name]?.(input, params)

let lastId = 0
/** Makes a record of noon on 5 March 2025. */
export const record = (fields: object): object => ({ id: `r${++lastId}`, time: '2025-03-05T12:00:00Z', ...fields })
/** What is known of a record since the day after: fraud, or none. */
export const fraud = { labels: [{ time: '2025-03-06T00:00:00Z' }] }
export const good = { labels: [{ isFraud: false, time: '2025-03-06T00:00:00Z' }] }
