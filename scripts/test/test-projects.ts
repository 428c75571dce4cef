import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/** Calls that replace modules or the clock, or load modules again: such a test runs in isolation. */
const changesModules = /\bvi\.(mock|doMock|resetModules|useFakeTimers|setSystemTime)\(/
const stubsGlobals = /\bvi\.stub\w+\(/

/** The project of a test file, by the environment it needs. */
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
  /** Files that run in isolation for a reason that their text does not show. */
  alone?: RegExp
  /** Module that restores the document of a page, after every test in jsdom. */
  pageSetup: string
}

/**
 * Divides test files into Vitest projects: loading the tested modules takes far longer than the tests, so files in
 * Node, and files in jsdom, share their modules, and only the others run in isolation.
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
    // As in a browser (stages.ts): who was too slow once on a busy machine is tried again, and listed.
    project('pages', { isolate: false, environment: 'jsdom', setupFiles: [pageSetup], retry: 1 }),
    project('alone', {}),
  ]
}
