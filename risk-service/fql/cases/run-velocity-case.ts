import {
  type CheckEnvironment,
  type CompileOptions,
  checkVelocitySet,
  compileVelocitySet,
  createScope,
  createVelocityMemory,
  type VelocityWindow,
} from '../index.ts'
import type { FqlCase } from './case.ts'
import { findError, summariseError } from './case-errors.ts'
import { type AddReaders, defaultNow, variablesOf } from './case-readers.ts'

/** Runs a case of a velocity set: its history is added event by event, then its queries are read. */
export async function runVelocities(
  testCase: FqlCase,
  env: CheckEnvironment,
  mode: CompileOptions['mode'],
  readers: AddReaders,
): Promise<Record<string, unknown>> {
  const rule = testCase.rule as string | { condition?: string; velocities: string[] }
  const source =
    typeof rule === 'string'
      ? { condition: '', velocities: [rule] }
      : { condition: rule.condition ?? '', velocities: rule.velocities }
  // A set may read its own velocities; those reads do not include the event that is being added.
  const own = new Map([
    ...(env.velocities ?? []),
    ...source.velocities.flatMap((text): [string, { name: string }][] => {
      const name = /\bAS\s+(\w+)/i.exec(text)?.[1]
      return name === undefined ? [] : [[name.toLowerCase(), { name }]]
    }),
  ])
  const ownEnv: CheckEnvironment = { ...env, velocities: own }
  const problems = checkVelocitySet(source, ownEnv)
  const error = findError(
    problems,
    source.velocities.map((_, index) => `velocity${index + 1}`),
  )
  if (error !== null) return { error }
  const set = compileVelocitySet(source, ownEnv, { mode })
  const memory = createVelocityMemory()
  const windowOf = (text: string): VelocityWindow => ({
    count: Number(text.slice(0, -1)),
    unit: text.slice(-1).toLowerCase() as VelocityWindow['unit'],
  })
  for (const { at, type, event } of testCase.history ?? []) {
    const time = Date.parse(at)
    await memory.update([set], type, time, () => {
      const init = readers({
        event,
        now: new Date(time),
        correlationId: testCase.correlationId ?? '',
        variables: variablesOf(testCase),
      })
      const stubs = init.velocities
      return createScope({
        ...init,
        velocities: {
          read: (info, key, window) =>
            env.velocities?.has(info.name.toLowerCase()) === true
              ? (stubs?.read(info, key, window) ?? 0)
              : memory.read(info.name, key, window, time),
        },
      })
    })
  }
  const now = Date.parse(testCase.now ?? defaultNow)
  const values = (testCase.queries ?? []).map(query =>
    memory.read(
      query.velocity,
      query.key,
      windowOf(query.window),
      query.now === undefined ? now : Date.parse(query.now),
    ),
  )
  return {
    values,
    runtimeErrors: [],
    warnings: problems
      .filter(({ diagnostic }) => diagnostic.severity === 'warning')
      .map(({ diagnostic }) => summariseError(diagnostic)),
  }
}
