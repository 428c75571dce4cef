import { expect, it } from 'vitest'
import { type CellFormat, decisions } from '../cells/cell-format.ts'
import { createColumns } from '../columns/columns.tsx'
import { filterChoices } from './filter-choices.ts'

const format = {
  locale: 'de-DE',
  decision: Object.fromEntries(decisions.map(decision => [decision, decision])),
} as unknown as CellFormat
const label = createColumns<{ label: 'Fraud' | 'NonFraud' | null }>().choice('label', {
  labelId: 'Label',
  value: row => row.label,
  names: { Fraud: 'Betrug', NonFraud: 'Kein Betrug' },
})

it('the list of choices names codes in the reader’s language, those that no row has too', () => {
  expect(filterChoices(label, [{ label: 'Fraud' }, { label: null }], format)).toEqual([
    { value: 'Fraud', label: 'Betrug' },
    { value: 'NonFraud', label: 'Kein Betrug' },
  ])
})

it('the list of choices shows the name, and the code in what is exported', () => {
  expect(label.text({ label: 'NonFraud' }, format)).toBe('Kein Betrug')
  expect(label.value({ label: 'NonFraud' })).toBe('NonFraud')
  expect(label.text({ label: null }, format)).toBe('–')
})
