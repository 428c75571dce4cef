import type { RuleCoverage } from '../../features/configuration/checks/rule-coverage.ts'
import type { ImportPlan, PlannedChange } from '../../features/configuration/import/plan-import.ts'
import type { ConfigFileIssue } from '../../features/configuration/model.ts'

const kindLabels: Record<PlannedChange['kind'], string> = {
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
const marks: Record<PlannedChange['action'], string> = { create: '+', update: '~', delete: '-', reorder: '~' }

const line = ({ kind, action, area, name, details }: PlannedChange): string =>
  `${marks[action]} ${kindLabels[kind]} ${area === '' || area === name ? name : `${area}/${name}`}${details.length > 0 ? ` (${details.join(', ')})` : ''}`

/** Returns the changes of an import, planned or applied, one per line. */
export function planLines({ changes, left }: ImportPlan): string[] {
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

/** `file:line:column severity code sentence`, the format that editors and pipelines parse. */
const issueLines = (problems: readonly ConfigFileIssue[]): string[] =>
  problems.map(
    ({ file, line: at, column, severity, code, message }) =>
      `${file}${at > 0 ? `:${at}${column > 0 ? `:${column}` : ''}` : ''} ${severity} ${code} ${message}`,
  )

const compatibilityLabels = {
  runs: 'run as they are',
  differs: 'run, and something of them is to be looked at',
  missing: 'name something that is not there',
  broken: 'are no rules of this language',
} as const

/** Returns the compatibility of the rules of a folder with the environment. */
function coverageLines(coverage: readonly RuleCoverage[]): string[] {
  if (coverage.length === 0) return []
  const groups = Map.groupBy(coverage, ({ fate }) => fate)
  const share = Math.floor(
    (100 * ((groups.get('runs')?.length ?? 0) + (groups.get('differs')?.length ?? 0))) / coverage.length,
  )
  return [
    `${countPhrase(coverage.length, 'rule')}, ${share} % of them run here:`,
    ...Object.entries(compatibilityLabels).flatMap(([fate, text]) => {
      const own = groups.get(fate as keyof typeof compatibilityLabels) ?? []
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

const countPhrase = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Prints the findings; returns false when one of them is an error. */
export function printFindings(coverage: readonly RuleCoverage[], problems: readonly ConfigFileIssue[]): boolean {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  for (const text of [
    ...issueLines(problems),
    ...(problems.length > 0 ? [''] : []),
    ...coverageLines(coverage),
    `${countPhrase(errors, 'error')}, ${countPhrase(problems.length - errors, 'warning')}`,
  ])
    console.log(text)
  return errors === 0
}
