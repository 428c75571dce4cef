import { expect, it } from 'vitest'
import type { AnswerSource } from '../../../contract/index.ts'
import { isCited, missingCitations } from './citations.ts'

const report: AnswerSource = {
  id: 1,
  kind: 'report',
  title: { kind: 'term', list: 'page', value: '/reports/summary' },
  detail: { kind: 'period', from: '2026-11-01', to: '2026-11-29' },
  href: '/reports/summary?from=2026-11-01&to=2026-11-29',
}
const event: AnswerSource = {
  id: 2,
  kind: 'event',
  title: { kind: 'text', value: 'P-1' },
  href: '/search/purchase/e1/P-1',
}
const help: AnswerSource = {
  id: 3,
  kind: 'help',
  title: { kind: 'term', list: 'helpTopic', value: 'list' },
  detail: { kind: 'code', value: 'rules/database-lists.md' },
  href: '/help/list',
}

it.each([
  ['report', report, true],
  ['Reports', report, true],
  ['rule report', report, true],
  ['rule', report, false],
  ['/reports/summary', report, true],
  ['/reports', report, true],
  ['/reports/sum', report, false],
  ['/reports/summary/details', report, false],
  ['2026-11-01', report, false],
  ['search detail', event, true],
  ['P-1', event, true],
  ['P-12', event, false],
  ['/search/:eventType/:environmentId/:id', event, true],
  ['/search/:eventType/:environmentId/:id/:more', event, false],
  ['help pages', help, true],
  ['docs/rules/database-lists.md', help, true],
  ['rules/database-lists', help, true],
  ['database', help, false],
] as const)('%s is cited by a source or not: %#', (cite, source, expected) => {
  expect(isCited(cite, source)).toBe(expected)
})

it('names each citation that no source is', () => {
  expect(missingCitations(['report', 'event', 'case'], [report, event])).toEqual(['case'])
  expect(missingCitations([], [])).toEqual([])
  expect(missingCitations(['help'], [])).toEqual(['help'])
})
