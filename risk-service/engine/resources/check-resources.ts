import { defined } from '../../contract/defined.ts'
import type { FunctionBody, FunctionDiagnostic } from '../../contract/functions.ts'
import type { RuleDiagnostic } from '../../contract/index.ts'
import type { VelocitySetBody } from '../../contract/velocities/velocities.ts'
import { createDiagnostic as diagnosticOf } from '../../fql/diagnostics/diagnostics.ts'
import {
  type CheckEnvironment,
  checkVelocitySetInSteps as checkSetInSteps,
  checkFunctionInSteps as checkSourceInSteps,
  type Diagnostic,
  diagnosticTemplates,
  type PartDiagnostic,
} from '../../fql/index.ts'
import { attributeMap } from '../ingest/attributes.ts'
import { velocitySetAttributes } from './compile-velocity-sets.ts'
import { functionDefinition, parseDeclaredValue, rangeText } from './function-definition.ts'
import { velocitySetSource } from './load-resources.ts'
import type { ResourceRegistry } from './types.ts'
import type { VelocityEvent } from './velocity-events.ts'
import { type ParsedVelocity, parseVelocity } from './velocity-text.ts'

/** `id` null: a resource that does not exist yet. `lists`: other lists than the environment's own. */
interface CheckedTrial<Body> {
  environmentId: string
  id: string | null
  body: Body
  lists?: CheckEnvironment['lists']
}
export type VelocitySetTrial = CheckedTrial<VelocitySetBody>
export type FunctionTrial = CheckedTrial<FunctionBody>

const positioned = ({ code, severity, message, params, from, to, line, column }: Diagnostic) => ({
  code,
  severity,
  message,
  params,
  from,
  to,
  line,
  column,
})

/** The names that the texts of a velocity set can use, without those that the texts give. */
export interface VelocitySetNames {
  check: CheckEnvironment
  events: readonly VelocityEvent[]
}

/**
 * Returns the names that the texts of a velocity set can use, without reading the texts: they may be long, and the
 * names are looked up where decisions are made.
 */
export function namesOfVelocitySet(
  resources: Pick<ResourceRegistry, 'checkEnvironment' | 'velocityEvents'>,
  { environmentId, id, body, lists }: VelocitySetTrial,
): VelocitySetNames {
  const events = resources.velocityEvents(environmentId)
  return {
    events,
    check: {
      ...resources.checkEnvironment(environmentId, { velocitySet: { id, body: { ...body, velocities: [] } } }),
      ...defined({ lists }),
      attributes: new Map(),
      events: new Set(events.map(({ name }) => name.toLowerCase())),
      kind: 'velocity',
    },
  }
}

/**
 * Returns the diagnostics of a set as if it were published: everything against all events that it names together;
 * attributes that the sample lacks, or that are arrays there, against each event by itself. Yields after each text.
 */
export function* checkVelocitySetInSteps(
  { check, events }: VelocitySetNames,
  body: VelocitySetBody,
): Generator<undefined, RuleDiagnostic[]> {
  const source = velocitySetSource(body)
  const parsed: (ParsedVelocity | null)[] = []
  for (const text of source.velocities) {
    parsed.push(parseVelocity(text))
    yield
  }
  const others = check.velocities
  const own = parsed.flatMap(found =>
    found === null ? [] : [[found.name.toLowerCase(), { name: found.name }] as const],
  )
  const base: CheckEnvironment = { ...check, velocities: new Map([...own, ...(others ?? [])]) }
  const attributes = velocitySetAttributes(events, source.velocities)
  const found: PartDiagnostic[] = (yield* checkSetInSteps(source, { ...base, attributes })).filter(
    ({ diagnostic }) => diagnostic.code !== 'FQL3001',
  )
  const reported = new Set<string>()
  for (const [index, text] of source.velocities.entries()) {
    const named = new Set(parsed[index]?.events.map(name => name.toLowerCase()))
    for (const event of events) {
      if (!named.has(event.name.toLowerCase())) continue
      const ownProblems = yield* checkSetInSteps(
        { condition: source.condition, velocities: [text] },
        { ...base, attributes: attributeMap(event.attributes), sample: event.payload },
      )
      for (const { part, diagnostic } of ownProblems) {
        const at = part === 'condition' ? part : index
        const key = `${at} ${diagnostic.code} ${diagnostic.from}`
        if ((diagnostic.code !== 'FQL3001' && diagnostic.code !== 'FQL2012') || reported.has(key)) continue
        reported.add(key)
        found.push({ part: at, diagnostic })
      }
    }
  }
  source.velocities.forEach((text, part) => {
    const at = parsed[part]
    if (!at || others?.has(at.name.toLowerCase()) !== true) return
    found.push({ part, diagnostic: diagnosticOf('FQL2006', text, at.from, at.to, { n: at.name }) })
  })
  return found.map(({ part, diagnostic }) => ({
    part,
    clause: part === 'condition' ? null : (parsed[part]?.name ?? `${part + 1}`),
    ...positioned(diagnostic),
  }))
}

const wholeText = { from: 0, to: 0, line: 0, column: 0 }
function definitionProblem(
  code: keyof typeof diagnosticTemplates,
  params: Record<string, string | number>,
  at: Partial<Pick<FunctionDiagnostic, 'property' | 'parameter'>>,
): FunctionDiagnostic {
  const message = diagnosticTemplates[code].replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''))
  return { property: null, parameter: null, ...at, code, severity: 'error', message, params, ...wholeText }
}

/** Returns diagnostics of duplicate names and of defaults with a wrong type. */
function shapeProblems({ parameters, properties }: FunctionBody): FunctionDiagnostic[] {
  const of = (kind: 'parameter' | 'property', items: readonly FunctionBody['parameters'][number][]) =>
    items.flatMap(({ name, type, default: text }, index) => [
      ...(items.findIndex(each => each.name.toLowerCase() === name.toLowerCase()) === index
        ? []
        : [definitionProblem('FQL2006', { n: name }, { [kind]: index })]),
      ...(parseDeclaredValue(text, type) === null
        ? [definitionProblem('FQL2009', { range: rangeText(type) }, { [kind]: index })]
        : []),
    ])
  return [...of('parameter', parameters), ...of('property', properties)]
}

/**
 * Returns the check environment of a function, whose attributes are those of the sample's event; for a sample of an
 * unknown event every name is allowed.
 */
export function functionCheckEnvironment(
  resources: ResourceRegistry,
  { environmentId, id, body, lists }: FunctionTrial,
): CheckEnvironment {
  const event = resources
    .velocityEvents(environmentId)
    .find(({ name }) => name.toLowerCase() === body.sample.eventType.toLowerCase())
  return {
    ...resources.checkEnvironment(environmentId, { functions: { id, body } }),
    ...defined({ lists }),
    attributes: event === undefined ? new Map() : attributeMap(event.attributes),
  }
}

/** Returns the diagnostics of a function that is among the names of `env`, and yields after each property. */
export function* checkFunctionInSteps(
  env: CheckEnvironment,
  body: FunctionBody,
): Generator<undefined, FunctionDiagnostic[]> {
  const definition = env.functions?.own?.get(body.name.toLowerCase()) ?? functionDefinition(body, () => env)
  return [
    ...shapeProblems(body),
    ...(yield* checkSourceInSteps(definition, env)).map(({ property, diagnostic }) => ({
      property,
      parameter: null,
      ...positioned(diagnostic),
    })),
  ]
}
