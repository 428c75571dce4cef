import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { asvs, asvsProblems } from './asvs.ts'

let root = ''
afterEach(() => rmSync(root, { recursive: true }))

/** A checkout with one chapter, one file with a test that runs and one that does not. */
function checkout(requirements: readonly object[], expected = requirements.length): string {
  root = mkdtempSync(path.join(tmpdir(), 'assay-asvs-'))
  mkdirSync(path.join(root, 'docs/security'), { recursive: true })
  writeFileSync(
    path.join(root, 'docs/security/asvs.json'),
    JSON.stringify({ chapters: { V3: { title: 'Sessions', requirements: expected } }, requirements }),
  )
  writeFileSync(
    path.join(root, 'a.test.ts'),
    "it('runs <twice>', () => undefined)\nit.skip('is skipped', () => undefined)\n",
  )
  return root
}
const base = { id: '3.1.1', level: 1, says: 'No token in an address' }

it('a table whose proofs run, with a reason for everything else, has no problem and is a page', () => {
  const at = checkout([
    { ...base, met: [{ file: 'a.test.ts', test: 'runs <twice>' }, { file: 'a.test.ts' }], note: 'Two.' },
    { ...base, id: '3.2.1', notApplicable: 'There are no sessions.' },
    { ...base, id: '3.2.2', level: 2, notMet: 'Not yet.', operator: 'Wait.' },
  ])
  expect(asvsProblems(at)).toEqual([])
  const page = asvs(at)
  expect(page).toContain('| met | 1 | 0 | 1 |')
  expect(page).toContain('`a.test.ts`: runs &lt;twice><br>`a.test.ts`<br>Two.')
  expect(page).toContain('| **not met** | Not yet.<br>*Operator:* Wait. |')
})

it.each<[string, readonly object[], number | undefined, string]>([
  ['a test that is skipped', [{ ...base, met: [{ file: 'a.test.ts', test: 'is skipped' }] }], undefined, 'no test of'],
  ['a test of another name', [{ ...base, met: [{ file: 'a.test.ts', test: 'runs' }] }], undefined, 'no test of'],
  ['a file that is gone', [{ ...base, met: [{ file: 'b.ts' }] }], undefined, 'is not there'],
  [
    'a proof of a part that is gone',
    [{ ...base, notMet: 'x', operator: 'y', partly: [{ file: 'b.ts' }] }],
    undefined,
    'is not there',
  ],
  ['no proof', [{ ...base, met: [] }], undefined, 'without a proof'],
  ['no state', [base], undefined, 'has to be met'],
  ['two states', [{ ...base, met: [{ file: 'a.test.ts' }], notApplicable: 'x' }], undefined, 'has to be met'],
  ['no reason', [{ ...base, notApplicable: '' }], undefined, 'no reason'],
  ['nothing that an operator does', [{ ...base, notMet: 'x' }], undefined, 'operator'],
  ['a requirement that is left out', [{ ...base, notApplicable: 'x' }], 2, 'has 2 requirements'],
  [
    'a requirement twice',
    [
      { ...base, notApplicable: 'x' },
      { ...base, notApplicable: 'x' },
    ],
    undefined,
    'twice',
  ],
  ['an unknown chapter', [{ ...base, id: '99.1.1', notApplicable: 'x' }], 0, 'no chapter'],
])('%s is named', (_what, requirements, expected, problem) => {
  expect(asvsProblems(checkout(requirements, expected)).join('\n')).toContain(problem)
})
