/**
 * The accessibility of a release on one page: component by criterion of WCAG 2.2, with the figures of the last runs
 * over the stories. Reads what the runs left behind and runs nothing itself but lint, which leaves no file.
 *   npm run test:modes && npm run a11y-report     test-results/a11y-report.html and .md
 *   npm run a11y-report -- --out docs/releases    somewhere else
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import axe from 'axe-core'
import { testedModes } from '../../.storybook/modes.ts'
import { claims, criteria, criteriaOfTags } from '../../design-system/testing/criteria.ts'
import * as gaps from '../../design-system/testing/gaps.ts'
import {
  contractsFor,
  contractsIn,
  folders,
  components as published,
  storiesIn,
} from '../../design-system/testing/inventory.ts'
import { type ColorName, colors, heatLabel } from '../../design-system/tokens/color.ts'
import { contrast } from '../../design-system/tokens/color-math.ts'
import { dataMarks, decisionEdges, onFills, onSurfaces, surfaces } from '../../design-system/tokens/contrast-figures.ts'
import { environment, reports, root } from '../test/stages.ts'

interface Figures {
  violations: Record<string, number>
  passes: string[]
}
interface Result {
  name: string
  assertionResults: {
    title: string
    status: string
    meta?: { storyId?: string; figures?: Figures; modes?: Partial<Record<string, Figures>> }
  }[]
}
interface Row {
  folder: string
  stories: Set<string>
  keyboard: number
  failed: number
  violations: Partial<Record<string, number>>
  passes: Set<string>
}

const [out = reports] = process.argv
  .slice(2)
  .flatMap((word, index, all) => (word === '--out' ? [path.resolve(root, all[index + 1] ?? '.')] : []))
const version = (JSON.parse(readFileSync(path.join(root, 'design-system/package.json'), 'utf8')) as { version: string })
  .version
const commit = (() => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
})()

// The run over all modes, or the one in light mode of every test run.
const file = ['stories-modes.json', 'stories.json'].find(name => existsSync(path.join(reports, name)))
if (file === undefined) {
  console.error('There are no reports of stories in test-results. Make them first: npm run test:modes')
  process.exit(1)
}
const { testResults } = JSON.parse(readFileSync(path.join(reports, file), 'utf8')) as { testResults: Result[] }
const [first, ...others] = testedModes
const rows = new Map<string, Row>()
const seen = new Set<string>()
for (const { name, assertionResults } of testResults) {
  const folder = path.dirname(path.relative(path.join(root, 'design-system'), name)).replaceAll('\\', '/')
  for (const { title, status, meta } of assertionResults) {
    if (meta?.storyId === undefined) continue
    const component = meta.storyId.split('--')[0] ?? ''
    const row = rows.get(component) ?? {
      folder,
      stories: new Set(),
      keyboard: 0,
      failed: 0,
      violations: {},
      passes: new Set(),
    }
    rows.set(component, row)
    if (!row.stories.has(meta.storyId) && title.startsWith('Keyboard')) row.keyboard += 1
    row.stories.add(meta.storyId)
    if (status === 'failed') row.failed += 1
    for (const [mode, figures] of Object.entries({ [first]: meta.figures, ...meta.modes })) {
      if (figures === undefined) continue
      seen.add(mode)
      row.violations[mode] =
        (row.violations[mode] ?? 0) + Object.values(figures.violations).reduce((sum, count) => sum + count, 0)
      for (const rule of figures.passes) row.passes.add(rule)
    }
  }
}
const modes = testedModes.filter(mode => seen.has(mode))
const missing = others.filter(mode => !seen.has(mode))

const tagsOf = new Map(axe.getRules().map(({ ruleId, tags }) => [ruleId, tags]))
/** Evidence of a component for a criterion: checked by axe, documented in its contract, tested by keys. */
function evidence(row: Row): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (number: string, proof: string) => found.set(number, [...new Set([...(found.get(number) ?? []), proof])])
  for (const rule of row.passes) for (const number of criteriaOfTags(tagsOf.get(rule) ?? [])) add(number, 'axe')
  for (const { text } of contractsFor(row.folder))
    for (const { number } of claims(text, row.folder.split('/')[0] ?? '')) add(number, 'contract')
  if (row.keyboard > 0) for (const number of ['2.1.1', '2.4.3', '2.4.7']) add(number, 'keys')
  return found
}

/** Published pairs below their minimum: expected to be empty. */
function contrastPairs(): { pairs: number; under: string[] } {
  const under: string[] = []
  let pairs = 0
  const check = (front: ColorName, back: ColorName, bound: number) => {
    for (const theme of [0, 1] as const) {
      pairs += 1
      if (contrast(colors[front][theme], colors[back][theme]) < bound) under.push(`${front} on ${back}`)
    }
  }
  for (const [front, [light]] of Object.entries(onSurfaces))
    for (const surface of surfaces) check(front as ColorName, surface, light[0].length === 2 ? 4.5 : 3)
  for (const [text, fill] of onFills) check(text, fill, 4.5)
  for (const decision of Object.keys(decisionEdges) as (keyof typeof decisionEdges)[]) {
    for (const surface of surfaces) {
      check(`decision-${decision}-text`, surface, 4.5)
      check(`decision-${decision}-border`, surface, 3)
    }
    check(`decision-${decision}-border`, `decision-${decision}-subtle`, 3)
  }
  for (const mark of Object.keys(dataMarks) as ColorName[]) check(mark, 'surface', 3)
  heatLabel.forEach((label, step) => check(label, `heat-${step}` as ColorName, 4.5))
  return { pairs, under }
}

interface Linted {
  messages: { ruleId: string | null; message: string }[]
  suppressedMessages: { ruleId: string | null; message: string }[]
}
const lint = ['--config', 'design-system/lint/eslint.config.mjs', '--format', 'json', 'design-system', 'console']
/** Number of lint findings in all rendered files, and of lines with a reason why the rule does not apply. */
function runLint(): (rules: readonly string[], words?: RegExp) => string {
  const { stdout, error } = spawnSync('eslint', lint, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: environment(),
    shell: process.platform === 'win32',
  })
  if (error) throw error
  const files = JSON.parse(stdout) as Linted[]
  return (rules, words = /^/) => {
    const count = (list: Linted['messages']) =>
      list.filter(({ ruleId, message }) => rules.includes(ruleId ?? '') && words.test(message)).length
    const found = files.reduce((sum, { messages }) => sum + count(messages), 0)
    const excepted = files.reduce((sum, { suppressedMessages }) => sum + count(suppressedMessages), 0)
    return `${found}${excepted > 0 ? ` and ${excepted} with a reason beside it` : ''} (npm test -- lint)`
  }
}

const countOf = runLint()
const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))
const { pairs, under } = contrastPairs()
const total = (mode: string) => sorted.reduce((sum, [, row]) => sum + (row.violations[mode] ?? 0), 0)
const contracts = folders().flatMap(contractsIn)
const keyboard = folders().flatMap(folder => storiesIn(folder).names.filter(name => name.startsWith('Keyboard')))
const trees = path.join(root, 'design-system/testing/trees')
const gapRows: [string, string[]][] = [
  ['a story', gaps.withoutStory().map(({ name }) => name)],
  ['a frame of all states', gaps.withoutMatrix()],
  ['a test', gaps.withoutTest().map(({ name }) => name)],
  ['a contract page', gaps.withoutContract()],
]
const figures: [string, string][] = [
  ['Published components', String(published().length)],
  ['Story groups and stories', `${rows.size} and ${sorted.reduce((sum, [, row]) => sum + row.stories.size, 0)}`],
  ...modes.map((mode): [string, string] => [
    `axe violations, ${mode}`,
    `${total(mode)}${mode === 'forced' ? ' (without color-contrast)' : ''}`,
  ]),
  ...(missing.length > 0 ? [['Modes without a run', missing.join(', ')] as [string, string]] : []),
  ['Stories that failed', String(sorted.reduce((sum, [, row]) => sum + row.failed, 0))],
  ['Contrast pairs under their bound', `${under.length} of ${pairs}${under.length > 0 ? `: ${under.join(', ')}` : ''}`],
  ...gapRows.map(([what, names]): [string, string] => [
    `Components without ${what}`,
    names.length === 0 ? '0' : `${names.length}: ${names.join(', ')}`,
  ]),
  [
    'Physical left or right',
    countOf(
      ['better-tailwindcss/enforce-logical-properties', 'better-tailwindcss/no-restricted-classes'],
      /logical|direction-aware/i,
    ),
  ],
  ['Text in code that is no message', countOf(['assay/no-literal-text'])],
  ['Contracts of composites', String(contracts.length)],
  ['Stories that press keys', String(keyboard.length)],
  ['Accessibility trees compared', String(existsSync(trees) ? readdirSync(trees).length : 0)],
]
const proofs = new Map(sorted.map(([component, row]) => [component, evidence(row)]))
const covering = (number: string) => sorted.filter(([component]) => proofs.get(component)?.has(number)).length

const head = ['Component', 'Stories', ...modes.map(mode => `axe ${mode}`), 'Contract', 'Keys', 'Criteria']
const body = sorted.map(([component, row]) => [
  component,
  String(row.stories.size),
  ...modes.map(mode => String(row.violations[mode] ?? 0)),
  contractsFor(row.folder).length > 0 ? 'yes' : '–',
  String(row.keyboard || '–'),
  [...(proofs.get(component) ?? [])]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([number, proof]) => `${number} (${proof.join(', ')})`)
    .join('; '),
])
const criteriaRows = criteria.map(({ number, name, level, how }) => [
  `${number} ${name}`,
  level,
  how.replaceAll('`', ''),
  String(covering(number)),
])
const title = `Accessibility of the design system ${version}`
const intro = `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}. Automated checks find less than half of what matters: the manual passes are in the release notes.`

const markdownTable = (names: readonly string[], lines: readonly (readonly string[])[]) =>
  [
    `| ${names.join(' | ')} |`,
    `|${names.map(() => '---').join('|')}|`,
    ...lines.map(line => `| ${line.join(' | ')} |`),
  ].join('\n')
const escape = (text: string) =>
  text.replace(/[&<>"]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)
const htmlTable = (caption: string, names: readonly string[], lines: readonly (readonly string[])[]) =>
  `<div role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${names.map(name => `<th scope="col">${escape(name)}</th>`).join('')}</tr></thead><tbody>${lines.map(([first = '', ...rest]) => `<tr><th scope="row">${escape(first)}</th>${rest.map(text => `<td>${escape(text)}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
const sections: [string, string[], string[][]][] = [
  ['Figures', ['What', 'How many'], figures],
  ['Criteria of WCAG 2.2', ['Criterion', 'Level', 'How it is kept', 'Components with evidence'], criteriaRows],
  ['Component by criterion', head, body],
]

mkdirSync(out, { recursive: true })
writeFileSync(
  path.join(out, 'a11y-report.md'),
  `# ${title}\n\n${intro}\n\n${sections.map(([name, names, lines]) => `## ${name}\n\n${markdownTable(names, lines)}\n`).join('\n')}`,
)
writeFileSync(
  path.join(out, 'a11y-report.html'),
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}body{margin:0 auto;max-inline-size:1200px;padding:24px}div{overflow:auto}table{border-collapse:collapse;margin-block:24px}caption{text-align:start;font-size:18px;font-weight:600;padding-block-end:8px}
th,td{border-block-end:1px solid GrayText;padding:4px 12px 4px 0;text-align:start;vertical-align:top}tbody th{font-weight:500}:focus-visible{outline:2px solid Highlight}</style></head><body><main><h1>${title}</h1><p>${intro}</p>${sections.map(([name, names, lines]) => htmlTable(name, names, lines)).join('')}</main></body></html>\n`,
)
console.log(
  `${figures.map(([what, count]) => `${what.padEnd(36)}${count}`).join('\n')}\n\n${path.relative(root, path.join(out, 'a11y-report.html'))}`,
)
