import type { RuleCoverage } from './coverage.ts'
import type { FileProblem } from './model.ts'
import type { Change, Plan } from './plan.ts'

const words: Record<Change['kind'], string> = {
  settings: 'settings',
  rule: 'rule',
  order: 'order',
  customList: 'list',
  sourceList: 'list in a database',
  supportList: 'support list',
  externalCall: 'external call',
  externalAssessment: 'external assessment',
  velocitySet: 'velocity set',
  function: 'function',
}
const marks: Record<Change['action'], string> = { create: '+', update: '~', delete: '-', reorder: '~' }

const line = ({ kind, action, area, name, details }: Change): string =>
  `${marks[action]} ${words[kind]} ${area === '' || area === name ? name : `${area}/${name}`}${details.length > 0 ? ` (${details.join(', ')})` : ''}`

/** What an import does or would do, a line each. */
export function planLines({ changes, left }: Plan): string[] {
  return [
    ...(changes.length === 0 ? ['Nothing to change.'] : changes.map(line)),
    ...(left.length === 0
      ? []
      : [
          '',
          'Only in the environment, kept (--prune deletes them):',
          ...left.map(change => `  ${line(change).slice(2)}`),
        ]),
  ]
}

/** `file:line:column severity code sentence`, as editors and pipelines read it. */
const problemLines = (problems: readonly FileProblem[]): string[] =>
  problems.map(
    ({ file, line: at, column, severity, code, message }) =>
      `${file}${at > 0 ? `:${at}${column > 0 ? `:${column}` : ''}` : ''} ${severity} ${code} ${message}`,
  )

const fates = {
  runs: 'run as they are',
  differs: 'run, and something of them is to be looked at',
  missing: 'name something that is not there',
  broken: 'are no rules of this language',
} as const

/** How the rules of a folder fare here. */
function coverageLines(coverage: readonly RuleCoverage[]): string[] {
  if (coverage.length === 0) return []
  const groups = Map.groupBy(coverage, ({ fate }) => fate)
  const share = Math.floor(
    (100 * ((groups.get('runs')?.length ?? 0) + (groups.get('differs')?.length ?? 0))) / coverage.length,
  )
  return [
    `${counted(coverage.length, 'rule')}, ${share} % of them run here:`,
    ...Object.entries(fates).flatMap(([fate, text]) => {
      const own = groups.get(fate as keyof typeof fates) ?? []
      return own.length === 0
        ? []
        : [
            `  ${String(own.length).padStart(4)} ${text}`,
            ...(fate === 'runs'
              ? []
              : own.map(
                  ({ file, problems }) =>
                    `       ${file}: ${[...new Set(problems.map(problem => problem.message))].join(' ')}`,
                )),
          ]
    }),
  ]
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Prints what was found; false when an error is among it. */
export function tell(coverage: readonly RuleCoverage[], problems: readonly FileProblem[]): boolean {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  for (const text of [
    ...problemLines(problems),
    ...(problems.length > 0 ? [''] : []),
    ...coverageLines(coverage),
    `${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}`,
  ])
    console.log(text)
  return errors === 0
}
