/**
 * Sentences of the product specification and the tests that prove them: a test names its sentence at the beginning of
 * its title, `[spec 4.2] …`. Writes docs/spec-coverage.md and fails on a sentence without a test, on a title whose
 * sentence does not exist, and on a proof that is skipped. The screens of the other documents stand in a second table.
 *   npm test -- spec
 *   node scripts/docs/spec-coverage.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { readScreens } from './spec-screens.ts'
import { parseTests, runnerOf, testFiles, titleOf } from './test-titles.ts'

const root = path.resolve(import.meta.dirname, '../..')
const output = path.join(root, 'docs/spec-coverage.md')
const sentences = JSON.parse(readFileSync(path.join(import.meta.dirname, 'spec-sentences.json'), 'utf8')) as Record<
  string,
  string
>
const folders = ['console', 'design-system', 'risk-service', 'e2e', 'bench', 'scripts']
const marker = /^(?:\[spec (\d+\.\d+)\]\s*)+/
const sections: Record<string, string> = {
  1: 'What the product does',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'Calls the product makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
}

interface Proof {
  numbers: string[]
  title: string
  file: string
  line: number
  off: boolean
}
const problems: string[] = []

/** Proofs of one file: titles of tests, names of stories, and whether an enclosing block skips them. */
function proofsOf(file: string): Proof[] {
  const text = readFileSync(file, 'utf8')
  if (!text.includes('[spec ')) return []
  const source = parseTests(file)
  const found: Proof[] = []
  const note = (title: string, node: ts.Node, off: boolean) => {
    const numbers = [...(marker.exec(title)?.[0] ?? '').matchAll(/\[spec (\d+\.\d+)\]/g)].map(match => match[1] ?? '')
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    const place = `${path.relative(root, file)}:${line + 1}`
    if (numbers.length === 0) {
      if (title.includes('[spec '))
        problems.push(`${place}: a title names its sentence at its beginning, as [spec 4.2]`)
      return
    }
    found.push({ numbers, title: title.replace(marker, ''), file: path.relative(root, file), line: line + 1, off })
  }
  const visit = (node: ts.Node, off: boolean): void => {
    let below = off
    const runner = runnerOf(node)
    if (runner !== null && ts.isCallExpression(node)) {
      below = off || runner.off
      const title = node.arguments[0] && titleOf(node.arguments[0])
      if (title) note(title, node, below)
      // Inside a test, `test.skip()` without a title skips the surrounding test.
      else if (runner.off && node.arguments.length <= 2) {
        for (const proof of found) if (within(node, proof)) proof.off = true
      }
    }
    // Stories: `name: '[spec …] …'`; `tags: ['!test']` skips one.
    if (ts.isObjectLiteralExpression(node) && /stories\.tsx?$/.test(file)) {
      const name = node.properties.find(
        property => ts.isPropertyAssignment(property) && property.name.getText() === 'name',
      )
      const title = name && ts.isPropertyAssignment(name) ? titleOf(name.initializer) : null
      if (title) note(title, node, /tags:\s*\[[^\]]*['"]!test['"]/.test(node.getText()))
    }
    node.forEachChild(child => visit(child, below))
  }
  const within = (node: ts.Node, proof: Proof): boolean => {
    for (let above: ts.Node | undefined = node.parent; above; above = above.parent) {
      if (ts.isCallExpression(above) && source.getLineAndCharacterOfPosition(above.getStart()).line + 1 === proof.line)
        return true
    }
    return false
  }
  visit(source, false)
  return found
}

const proofs = folders
  .map(folder => path.join(root, folder))
  .filter(existsSync)
  .flatMap(folder => [...testFiles(folder)])
  .flatMap(proofsOf)
for (const { numbers, title, file, line, off } of proofs) {
  for (const number of numbers)
    if (!(number in sentences)) problems.push(`${file}:${line}: there is no sentence ${number} ("${title}")`)
  if (off) problems.push(`${file}:${line}: "${title}" does not run, so that it proves nothing`)
}

const rows = Object.entries(sentences).map(([number, sentence]) => ({
  number,
  sentence,
  tests: proofs.filter(proof => !proof.off && proof.numbers.includes(number)),
}))
for (const { number, sentence, tests } of rows)
  if (tests.length === 0) problems.push(`${number} has no test: ${sentence}`)

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
const page = [
  '# Product specification: sentence by sentence',
  '',
  'Made by `node scripts/docs/spec-coverage.ts` from the titles of the tests; `npm test -- spec` fails on a sentence without one. A test',
  'names its sentence at the beginning of its title, as `[spec 4.2]`; the sentences stand in `scripts/docs/spec-sentences.json`.',
  '',
]
for (const [section, heading] of Object.entries(sections)) {
  const own = rows.filter(({ number }) => number.startsWith(`${section}.`))
  if (own.length === 0) continue
  page.push(`## ${section} ${heading}`, '', '| Sentence | What it says | Proven by |', '|---|---|---|')
  for (const { number, sentence, tests } of own) {
    page.push(
      `| ${number} | ${cell(sentence)} | ${tests.map(({ file, title }) => `\`${file}\`: ${cell(title)}`).join('<br>') || '**nothing yet**'} |`,
    )
  }
  page.push('')
}
const screens = readScreens(root)
problems.push(...screens.problems)
page.push(...screens.page)
writeFileSync(output, page.join('\n'))

for (const { number, tests } of rows)
  console.log(
    `${number.padEnd(6)}${tests.length === 0 ? 'NO TEST' : tests.map(({ file, line }) => `${file}:${line}`).join('  ')}`,
  )
console.log(
  `\n${rows.length} sentences, ${rows.filter(({ tests }) => tests.length > 0).length} proven by ${proofs.length} tests`,
)
console.log(screens.lines.join('\n'))
if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}`)
  process.exit(1)
}
