import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/** What replaces modules or the clock, or reads modules anew: such a test runs by itself. */
const changesModules = /\bvi\.(mock|doMock|resetModules|useFakeTimers|setSystemTime)\(/
const stubsGlobals = /\bvi\.stub\w+\(/

/** The project of a test file, by what it needs around it. */
function projectOf(text: string): 'node' | 'pages' | 'alone' {
  if (changesModules.test(text)) return 'alone'
  if (/@vitest-environment jsdom/.test(text)) return 'pages'
  return stubsGlobals.test(text) ? 'alone' : 'node'
}

interface TestProjectsOptions {
  root: string
  name: string
  patterns: readonly string[]
  exclude?: RegExp
  /** Files that run by themselves for a reason that their text does not show. */
  alone?: RegExp
  /** Module that leaves the document of a page as it was found, after every test in jsdom. */
  pageSetup: string
}

/**
 * Divides test files into Vitest projects: loading what they test takes far longer than testing it, so files in Node,
 * and files in jsdom, share their modules, and only the others run by themselves.
 */
export function testProjects({
  root,
  name,
  patterns,
  exclude,
  alone,
  pageSetup,
}: TestProjectsOptions): TestProjectInlineConfiguration[] {
  const files = globSync([...patterns], { cwd: root }).filter(file => !exclude?.test(file))
  const groups = Map.groupBy(files, file =>
    alone?.test(file) ? 'alone' : projectOf(readFileSync(path.join(root, file), 'utf8')),
  )
  const project = (group: 'node' | 'pages' | 'alone', test: TestProjectInlineConfiguration['test']) => ({
    extends: true as const,
    test: { name: `${name}-${group}`, include: groups.get(group) ?? [], ...test },
  })
  return [
    project('node', { isolate: false }),
    project('pages', { isolate: false, environment: 'jsdom', setupFiles: [pageSetup] }),
    project('alone', {}),
  ]
}
