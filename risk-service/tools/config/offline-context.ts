import {
  type AssessmentInfo,
  type AssessmentLookup,
  builtInAssessments,
} from '../../engine/assessments/assessment-info.ts'
import { type VelocityEvent, velocityEvents } from '../../engine/resources/velocity-events.ts'
import { parseVelocity } from '../../engine/resources/velocity-text.ts'
import type { ConfigFileIssue, EnvironmentConfig } from '../../features/configuration/model.ts'

/*
 * A folder that is checked without an environment lacks the tenant assessments, the queues, and the functions of the
 * environments above. Their names are no errors of the folder: the import, which has the environment, decides about
 * them.
 */

/** Returns an assessment of which only the name is known: any field may be read. */
const unknownAssessment = (key: string): AssessmentInfo => ({
  key,
  id: key,
  name: key,
  kind: 'wizard',
  sections: ['prior'],
  actions: true,
  search: true,
  cases: true,
  reports: true,
  amounts: true,
  check: { attributes: new Map() },
  vocabulary: { attributes: [] },
  payload: {},
})
const warning = (file: string, message: string): ConfigFileIssue => ({
  file,
  line: 0,
  column: 0,
  severity: 'warning',
  code: 'CFG004',
  message,
})
/** Prefix of the name of a function of an environment above. */
const inheritedFunctionCall = /\bfunctions\s*\.\s*(?:root|parent|environment\s*\[[^\]]*\])\s*\.\s*$/i

export interface OfflineContext {
  /** Built-in ones and those that the folder names. */
  assessments: AssessmentLookup
  /** Their events, which velocities of the folder are built from. */
  events: VelocityEvent[]
  /** Assumptions that only an environment can verify. */
  problems: ConfigFileIssue[]
  /** Turns a problem that only an environment can decide about into a warning. */
  judge: (problem: ConfigFileIssue) => ConfigFileIssue
}

/** Creates the context in which a folder is checked without an environment. @param files its texts by path */
export function createOfflineContext(
  { rules, velocitySets, settings }: Pick<EnvironmentConfig, 'rules' | 'velocitySets' | 'settings'>,
  files: ReadonlyMap<string, string>,
): OfflineContext {
  const isBuiltIn = (key: string): boolean => builtInAssessments.find('', key.toLowerCase()) !== null
  const ruled = new Set(rules.map(({ assessment }) => assessment))
  const own = new Map(
    [...ruled, ...Object.keys(settings)].filter(key => !isBuiltIn(key)).map(key => [key, unknownAssessment(key)]),
  )
  const eventNames = new Set(velocityEvents('', builtInAssessments).map(({ name }) => name.toLowerCase()))
  const counted = velocitySets.flatMap(({ body }) =>
    body.velocities.flatMap(({ text }) => parseVelocity(text)?.events ?? []),
  )
  const events = new Map(
    counted
      .filter(name => !eventNames.has(name.toLowerCase()))
      .map((name): [string, VelocityEvent] => [
        name.toLowerCase(),
        { name, label: name, attributes: [], payload: {}, enrichment: {} },
      ]),
  )
  const untold = 'The folder does not say what it is: its fields are looked at by the import.'
  return {
    assessments: {
      find: (id, key) => builtInAssessments.find(id, key) ?? own.get(key) ?? null,
      list: id => [...builtInAssessments.list(id), ...own.values()],
    },
    events: [...events.values()],
    problems: [
      ...[...own.keys()].map(key =>
        warning(ruled.has(key) ? `rules/${key}` : 'settings.json', `${key} is no built-in assessment. ${untold}`),
      ),
      ...[...events.values()].map(({ name }) => warning('velocities', `${name} is no built-in event. ${untold}`)),
    ],
    judge(problem) {
      const before = files
        .get(problem.file)
        ?.split(/\r\n?|\n/)
        [problem.line - 1]?.slice(0, problem.column - 1)
      return problem.code === 'FQL2007' && before !== undefined && inheritedFunctionCall.test(before)
        ? { ...problem, severity: 'warning' }
        : problem
    },
  }
}
