import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { createCellFormat } from './cell-format.ts'

const format = createCellFormat(
  createIntl({ locale: 'en-US', timeZone: 'UTC', messages: {}, onError: () => undefined }),
)

it('a cell shows a text that is no date as it came, and a dash for what is nothing at all', () => {
  expect(format.dateTime(Date.UTC(2026, 0, 5, 13, 4, 5))).toBe('Jan 5, 2026 1:04:05 PM')
  expect(format.dateTime('yesterday')).toBe('yesterday')
  expect(format.relative('31/12/2026', 0)).toBe('31/12/2026')
  expect(format.dateTime('')).toBe('–')
  expect(format.dateTime(NaN)).toBe('–')
})
