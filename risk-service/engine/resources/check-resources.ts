import { defined } from '../../contract/defined.ts'
import type { FunctionBody, FunctionDiagnostic } from '../../contract/functions.ts'
import type { RuleDiagnostic } from '../../contract/index.ts'
import type { VelocitySetBody } from '../../contract/velocities/velocities.ts'
import { createDiagnostic as diagnosticOf } from '../../fql/diagnostics/diagnostics.ts'
import {
  type CheckEnvironment,
  checkVelocitySet as checkSet,
  checkFunction as checkSource,
  type Diagnostic,
  diagnosticTemplates,
  type PartDiagnostic,
} from '../../fql/index.ts'
import { attributeMap } from '../ingest/attributes.ts'
import { velocitySetAttributes } from './compile-velocity-sets.ts'
import { functionDefinition, parseDeclaredValue, rangeText } from './function-definition.ts'
import { velocitySetSource } from './load-resources.ts'
import type { ResourceRegistry } from './types.ts'
import { parseVelocity } from './velocity-text.ts'

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

/**
 * Returns the diagnostics of a set's texts: everything against all events that it names together; attributes that the
 * sample lacks, or that are arrays there, against each event by itself.
 */
export function checkVelocitySet(
  resources: ResourceRegistry,
  { environmentId, id, body, lists }: VelocitySetTrial,
): RuleDiagnostic[] {
  const events = resources.velocityEvents(environmentId)
  const base = {
    ...resources.checkEnvironment(environmentId, { velocitySet: { id, body } }),
    ...defined({ lists }),
    events: new Set(events.map(({ name }) => name.toLowerCase())),
    kind: 'velocity' as const,
  }
  const source = velocitySetSource(body)
  const found: PartDiagnostic[] = checkSet(source, {
    ...base,
    attributes: velocitySetAttributes(events, source.velocities),
  }).filter(({ diagnostic }) => diagnostic.code !== 'FQL3001')
  const reported = new Set<string>()
  source.velocities.forEach((text, index) => {
    const named = new Set(parseVelocity(text)?.events.map(name => name.toLowerCase()) ?? [])
    for (const event of events) {
      if (!named.has(event.name.toLowerCase())) continue
      const own = checkSet(
        { condition: source.condition, velocities: [text] },
        { ...base, attributes: attributeMap(event.attributes), sample: event.payload },
      )
      for (const { part, diagnostic } of own) {
        const at = part === 'condition' ? part : index
        const key = `${at} ${diagnostic.code} ${diagnostic.from}`
        if ((diagnostic.code !== 'FQL3001' && diagnostic.code !== 'FQL2012') || reported.has(key)) continue
        reported.add(key)
        found.push({ part: at, diagnostic })
      }
    }
  })
  const others = resources.check(environmentId, { velocitySet: { id, body: { ...body, velocities: [] } } }).velocities
  source.velocities.forEach((text, part) => {
    const at = parseVelocity(text)
    if (at === null || others?.has(at.name.toLowerCase()) !== true) return
    found.push({ part, diagnostic: diagnosticOf('FQL2006', text, at.from, at.to, { n: at.name }) })
  })
  return found.map(({ part, diagnostic }) => ({
    part,
    clause: part === 'condition' ? null : (parseVelocity(source.velocities[part] ?? '')?.name ?? `${part + 1}`),
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

/** Returns the diagnostics of a function. Its texts are checked as if the function were published. */
export function checkFunction(resources: ResourceRegistry, trial: FunctionTrial): FunctionDiagnostic[] {
  const env = functionCheckEnvironment(resources, trial)
  const definition = env.functions?.own?.get(trial.body.name.toLowerCase()) ?? functionDefinition(trial.body, () => env)
  return [
    ...shapeProblems(trial.body),
    ...checkSource(definition, env).map(({ property, diagnostic }) => ({
      property,
      parameter: null,
      ...positioned(diagnostic),
    })),
  ]
}
