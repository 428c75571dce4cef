import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const isTest = /\.(test|spec|stories|browser\.test)\.tsx?$/
const runners: ReadonlySet<string> = new Set(['it', 'test', 'describe', 'suite', 'bench'])
const offSwitches: ReadonlySet<string> = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fixme', 'fails', 'fail'])

/** Files with tests in a folder and below it. */
export function* testFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'test-results', '__screenshots__'].includes(entry.name)) yield* testFiles(name)
    } else if (isTest.test(entry.name)) {
      yield name
    }
  }
}

/** Text of a title, without interpolated values. */
export function titleOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(span => `…${span.literal.text}`).join('')
  return null
}

/** Names in a call chain, such as `it.skip.each`. */
function chainOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...chainOf(node.expression), node.name.text]
  if (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node))
    return chainOf(ts.isCallExpression(node) ? node.expression : node.tag)
  return []
}

/** A call that runs a test or a block of tests; null for another one. `off`: it does not run. */
export function runnerOf(node: ts.Node): { name: string; off: boolean } | null {
  if (!ts.isCallExpression(node)) return null
  const [name, ...chain] = chainOf(node.expression)
  return name !== undefined && runners.has(name) ? { name, off: chain.some(each => offSwitches.has(each)) } : null
}

export const parseTests = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

/** Titles of the tests of a file that run: neither they nor a block around them is skipped. */
export function runningTitles(file: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node, off: boolean): void => {
    const runner = runnerOf(node)
    const below = off || (runner?.off ?? false)
    if (runner !== null && !below && (runner.name === 'it' || runner.name === 'test') && ts.isCallExpression(node)) {
      const title = node.arguments[0] && titleOf(node.arguments[0])
      // `it.each(rows)` is the inner call of the one with the title.
      if (title && node.arguments.length > 1) titles.push(title)
    }
    node.forEachChild(child => visit(child, below))
  }
  visit(parseTests(file), false)
  return titles
}
