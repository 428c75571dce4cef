import type { FunctionBody, FunctionProblem } from '../contract/functions.ts'
import type { RuleProblem } from '../contract/index.ts'
import type { VelocitySetBody } from '../contract/velocities.ts'
import { diagnostic as diagnosticOf } from '../fql/diagnostics.ts'
import {
  type CheckEnvironment,
  checkVelocitySet as checkSet,
  checkFunction as checkSource,
  type Diagnostic,
  diagnosticTemplates,
  type PartDiagnostic,
} from '../fql/index.ts'
import { attributeMap } from './attributes.ts'
import { declaredValue, functionDefinition, rangeOf } from './function-definition.ts'
import { sourceOf } from './read-resources.ts'
import { attributesFor, type ResourceBook } from './resource-book.ts'
import { readVelocity } from './velocity-text.ts'

/** `id` null: something that is not there yet. `lists`: others than the environment's own. */
interface Tried<Body> {
  environmentId: string
  id: string | null
  body: Body
  lists?: CheckEnvironment['lists']
}
export type TriedSet = Tried<VelocitySetBody>
export type TriedFunction = Tried<FunctionBody>

const placed = ({ code, severity, message, params, from, to, line, column }: Diagnostic) => ({
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
 * Problems of a set's texts: everything against all events that it names together, and what is not in the sample, or an
 * array there, against each of them by itself.
 */
export function checkVelocitySet(book: ResourceBook, { environmentId, id, body, lists }: TriedSet): RuleProblem[] {
  const events = book.velocityEvents(environmentId)
  const base = {
    ...book.environmentOf(environmentId, { velocitySet: { id, body } }),
    ...(lists === undefined ? {} : { lists }),
    events: new Set(events.map(({ name }) => name.toLowerCase())),
    kind: 'velocity' as const,
  }
  const source = sourceOf(body)
  const found: PartDiagnostic[] = checkSet(source, {
    ...base,
    attributes: attributesFor(events, source.velocities),
  }).filter(({ diagnostic }) => diagnostic.code !== 'FQL3001')
  const seen = new Set<string>()
  source.velocities.forEach((text, index) => {
    const named = new Set(readVelocity(text)?.events.map(name => name.toLowerCase()) ?? [])
    for (const event of events) {
      if (!named.has(event.name.toLowerCase())) continue
      const own = checkSet(
        { condition: source.condition, velocities: [text] },
        { ...base, attributes: attributeMap(event.attributes), sample: event.payload },
      )
      for (const { part, diagnostic } of own) {
        const at = part === 'condition' ? part : index
        const key = `${at} ${diagnostic.code} ${diagnostic.from}`
        if ((diagnostic.code !== 'FQL3001' && diagnostic.code !== 'FQL2012') || seen.has(key)) continue
        seen.add(key)
        found.push({ part: at, diagnostic })
      }
    }
  })
  const others = book.check(environmentId, { velocitySet: { id, body: { ...body, velocities: [] } } }).velocities
  source.velocities.forEach((text, part) => {
    const at = readVelocity(text)
    if (at === null || others?.has(at.name.toLowerCase()) !== true) return
    found.push({ part, diagnostic: diagnosticOf('FQL2006', text, at.from, at.to, { n: at.name }) })
  })
  return found.map(({ part, diagnostic }) => ({
    part,
    clause: part === 'condition' ? null : (readVelocity(source.velocities[part] ?? '')?.name ?? `${part + 1}`),
    ...placed(diagnostic),
  }))
}

const whole = { from: 0, to: 0, line: 0, column: 0 }
function fault(
  code: keyof typeof diagnosticTemplates,
  params: Record<string, string | number>,
  at: Partial<Pick<FunctionProblem, 'property' | 'parameter'>>,
): FunctionProblem {
  const message = diagnosticTemplates[code].replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''))
  return { property: null, parameter: null, ...at, code, severity: 'error', message, params, ...whole }
}

/** Names that repeat and defaults that are none of their type. */
function shapeProblems({ parameters, properties }: FunctionBody): FunctionProblem[] {
  const of = (kind: 'parameter' | 'property', items: readonly FunctionBody['parameters'][number][]) =>
    items.flatMap(({ name, type, default: text }, index) => [
      ...(items.findIndex(each => each.name.toLowerCase() === name.toLowerCase()) === index
        ? []
        : [fault('FQL2006', { n: name }, { [kind]: index })]),
      ...(declaredValue(text, type) === null ? [fault('FQL2009', { range: rangeOf(type) }, { [kind]: index })] : []),
    ])
  return [...of('parameter', parameters), ...of('property', properties)]
}

/**
 * The environment of a function with the sample's event as what can be named; a sample of no known event names
 * everything.
 */
export function around(book: ResourceBook, { environmentId, id, body, lists }: TriedFunction): CheckEnvironment {
  const event = book
    .velocityEvents(environmentId)
    .find(({ name }) => name.toLowerCase() === body.sample.eventType.toLowerCase())
  return {
    ...book.environmentOf(environmentId, { functions: { id, body } }),
    ...(lists === undefined ? {} : { lists }),
    attributes: event === undefined ? new Map() : attributeMap(event.attributes),
  }
}

/** Problems of a function. Its texts see the environment as it would be with the function published. */
export function checkFunction(book: ResourceBook, tried: TriedFunction): FunctionProblem[] {
  const env = around(book, tried)
  const definition = env.functions?.own?.get(tried.body.name.toLowerCase()) ?? functionDefinition(tried.body, () => env)
  return [
    ...shapeProblems(tried.body),
    ...checkSource(definition, env).map(({ property, diagnostic }) => ({
      property,
      parameter: null,
      ...placed(diagnostic),
    })),
  ]
}
