/**
 * The quick check before a commit: types and imports of the whole tree, format, lint of the files changed since a
 * commit and the unit tests nearest to them.
 *   npm run check              uncommitted changes
 *   npm run check -- main~3    all changes since a commit
 * Types are compiled incrementally: the first run on a machine takes some 30 seconds, later ones 10.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readImports, workspaces } from './imports.ts'
import { findNearestTests } from './nearest-tests.ts'
import { architecture, root, runStages, type Stage, typeCompiler } from './stages.ts'

const base = process.argv[2] ?? 'HEAD'
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter(file => existsSync(path.join(root, file)))
const sources = changed.filter(file => /\.(ts|tsx|mjs|cjs)$/.test(file))
const buildInfo = 'node_modules/.cache/types.tsbuildinfo'

/** Number of test files of a workspace that fit into half a minute. */
const testLimit = 16

/** Tests of a workspace that are nearest to the change; the others run in `npm test` only. */
function nearest(name: string, config: string, folders: readonly string[]): Stage[] {
  const inside = (file: string): boolean => folders.some(folder => file.startsWith(`${folder}/`))
  const { tests, left } = findNearestTests(
    modules.filter(({ source }) => !source.endsWith('.test.ts') || inside(source)),
    sources,
    testLimit,
  )
  const files = tests.filter(inside)
  if (files.length === 0) return []
  const note = left === 0 ? {} : { note: `the ${files.length} nearest files; ${left} more are for npm test` }
  return [{ name, command: 'vitest', args: ['run', '--config', config, ...files], ...note }]
}

if (sources.length > 0) console.log('Reading the imports ...')
const { modules } = sources.length > 0 ? readImports(root, [...workspaces, 'scripts']) : { modules: [] }
const stages: Stage[] = [
  {
    name: 'types',
    command: 'node',
    args: [typeCompiler, '-p', '.', '--incremental', '--tsBuildInfoFile', buildInfo],
    single: true,
  },
  { name: 'format', command: 'biome', args: ['ci', '.'], single: true },
  ...(sources.length === 0
    ? []
    : [
        {
          name: 'lint',
          command: 'eslint',
          args: [
            '--config',
            'design-system/lint/eslint.config.mjs',
            '--max-warnings',
            '0',
            '--no-warn-ignored',
            ...sources,
          ],
          single: true,
        },
        architecture,
      ]),
  ...nearest('service', 'risk-service/vitest.config.ts', ['risk-service']),
  ...nearest('console', 'console/vitest.config.ts', ['console', 'scripts']),
]
process.exit(await runStages(stages))
