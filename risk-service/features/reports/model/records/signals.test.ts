import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fraudSignals, nonFraudSignals } from '../../../../contract/reports/report-definitions.ts'
import { createReportRecord } from '../../testing/assessed-record.ts'
import { randomRecords } from '../../testing/random-records.ts'
import { assessRecords } from './assessed-record.ts'
import { deriveFlags } from './derived-flags.ts'
import { classifyRecord, defaultSignalTypes } from './fraud-status.ts'
import { acceptedDigits, decodeOutcome, encodeOutcome } from './outcome-code.ts'
import { encodeSignals, firstNonFraudType, signalTypeFactor, signalTypeNumbers } from './signal-code.ts'

const types = fc.record({
  fraudTypes: fc.subarray([...fraudSignals]),
  nonFraudTypes: fc.subarray([...nonFraudSignals]),
})
const dayOf = (time: string | null) => Math.floor(Date.parse(time ?? '') / 86_400_000)

it('the first stored signal that counts decides as the classification does, whatever counts', () => {
  fc.assert(
    fc.property(randomRecords, types, (records, chosen) => {
      const counting = signalTypeNumbers(chosen)
      for (const fields of records) {
        const record = createReportRecord(fields)
        const flags = deriveFlags(record)
        const { status, received } = classifyRecord(record, flags, chosen)
        const first = encodeSignals(record, flags).find(code => counting.includes(Math.floor(code / signalTypeFactor)))
        if (first === undefined) expect(status).toBe('unknown')
        else {
          expect(status).toBe(first < firstNonFraudType * signalTypeFactor ? 'fraud' : 'nonfraud')
          expect(first % signalTypeFactor).toBe(dayOf(received))
        }
      }
    }),
    { numRuns: 300 },
  )
})

it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('a signal of %s has its own type', time => {
  const record = createReportRecord({ labels: [{ isFraud: true, time, received: time }] })
  const codes = encodeSignals(record, deriveFlags(record))
  expect(codes.map(code => Math.floor(code / signalTypeFactor))).toEqual(
    signalTypeNumbers({ fraudTypes: ['Label'], nonFraudTypes: [] }),
  )
})

it('the digits of an outcome are those of its parts', () => {
  const filter = {
    ruleDecisions: ['Review'],
    transactionStatuses: ['Chargeback', 'Unknown'],
    latestStatuses: ['Fraud'],
    fraudFlags: ['NonFraud'],
  }
  fc.assert(
    fc.property(randomRecords, fc.constantFrom('Fraud', 'Approved', null), (records, observed) => {
      for (const each of assessRecords(records.map(createReportRecord), { ...defaultSignalTypes, view: 'count' })) {
        const code = encodeOutcome(each, observed)
        const { decision, status, observed: seen, fraudFlag } = decodeOutcome(code)
        const parts = [decision, status, seen, fraudFlag]
        acceptedDigits(filter).forEach(({ unit, length, accepted }, index) => {
          const values: readonly string[] = Object.values(filter)[index] ?? []
          expect(accepted.includes(Math.floor(code / unit) % length)).toBe(values.includes(parts[index] ?? ''))
        })
      }
    }),
    { numRuns: 100 },
  )
})
