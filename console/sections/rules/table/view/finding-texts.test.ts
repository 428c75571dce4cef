import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runSync } from '@assay/risk-service/contract'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { attributeFacts } from '../attribute-facts.ts'
import { tableOf } from '../decision-table.ts'
import { findingsOf } from '../table-findings.ts'
import { findingLines } from './finding-texts.ts'

const intl = createIntl({
  locale: 'en-US',
  messages: JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../../../locales/en-US.json'), 'utf8'),
  ) as Record<string, string>,
})
const factsOf = attributeFacts([{ path: 'amount', type: 'number', description: '' }])

function linesOf(isRouting: boolean, ...texts: string[]): string[] {
  const table = tableOf(texts.map((text, place) => ({ name: `c${place + 1}`, section: 'prior', text })))
  const findings = runSync(findingsOf(table, factsOf))
  const labelOf = () => 'Amount'
  return findingLines(intl, table, findings, labelOf, isRouting).map(({ text }) => text)
}

it('a gap of decisions and one of routes: what no route matches goes to General, unless another rule routes it', () => {
  expect(linesOf(false, 'RETURN Reject() WHEN @"amount" > 10')).toEqual([
    'No row decides, for example: Amount: below 10.',
  ])
  expect(linesOf(true, 'ROUTETO Queue("Large") WHEN @"amount" > 10')).toEqual([
    'No row matches, for example: Amount: below 10. Unless another routing rule does, the case goes to General.',
  ])
})

it('routes that overlap name another queue first, and one that is covered names none', () => {
  expect(
    linesOf(
      true,
      'ROUTETO Queue("Large") WHEN @"amount" > 10',
      'ROUTETO Queue("Middle") WHEN @"amount" > 5 && @"amount" < 20',
      'ROUTETO Queue("Small")',
      'ROUTETO Queue("Never") WHEN @"amount" > 100',
    ),
  ).toEqual([
    'Row 2, c2, overlaps row 1, which names another queue for the common cases first.',
    'Row 4, c4, never names a queue: row 1 matches all of its cases first.',
  ])
})
