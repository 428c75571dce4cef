/**
 * The quick check before a commit: types and imports of the whole tree, format, lint and unit tests of what changed since
 * a commit.
 *   npm run check              what is not committed yet
 *   npm run check -- main~3    all that has come since a commit
 * Types are compiled incrementally: the first run on a machine takes some 30 seconds, later ones 10.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
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

const related = (name: string, config: string, folders: readonly string[]): Stage[] => {
  const files = sources.filter(file => folders.some(folder => file.startsWith(`${folder}/`)))
  const args = [
    'related',
    '--run',
    '--passWithNoTests',
    '--config',
    config,
    ...files.map(file => path.join(root, file)),
  ]
  return files.length === 0 ? [] : [{ name, command: 'vitest', args }]
}

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
  ...related('service', 'risk-service/vitest.config.ts', ['risk-service']),
  ...related('console', 'console/vitest.config.ts', [
    'console',
    'scripts',
    'risk-service/contract',
    'risk-service/fql',
  ]),
]
process.exit(await runStages(stages))
