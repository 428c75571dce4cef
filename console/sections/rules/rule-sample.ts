import type { RuleBody } from '@assay/risk-service/contract'
import { stripComments } from '../../platform/authoring/fql/clause-summary.ts'

type Payload = RuleBody['sample']['payload']

/** Scores in the sample of a new rule, also after a reset. */
export const defaultSampleScore = 640

/** Paths of the attributes that the texts of a rule name, without array indexes, in the order of their first use. */
export function referencedPaths(body: Pick<RuleBody, 'condition' | 'clauses'>): string[] {
  const seen = new Map<string, string>()
  for (const text of [body.condition, ...body.clauses.map(clause => clause.text)]) {
    for (const found of stripComments(text).matchAll(
      /(?<!@)(?:"[^"\n]*"|'[^'\n]*')|@@?(?:"([^"\n]+)"|'([^'\n]+)'|([A-Za-z_]\w*))/g,
    )) {
      const path = (found[1] ?? found[2] ?? found[3] ?? '').replace(/\[\d*\]/g, '')
      if (/[^.]$/.test(path) && !seen.has(path.toLowerCase())) seen.set(path.toLowerCase(), path)
    }
  }
  return [...seen.values()]
}

/** The used attributes as a flat object, arrays with their index; an attribute that the payload lacks is null. */
export function sampleFields(payload: Payload, paths: readonly string[]): Payload {
  const found: Payload = {}
  for (const path of paths) {
    if (path.toLowerCase() === 'riskscore' || path.toLowerCase().startsWith('deviceattributes')) continue
    const before = Object.keys(found).length
    collect(payload, path.split('.'), '', found)
    if (Object.keys(found).length === before) found[path] = null
  }
  return found
}

function collect(value: unknown, segments: readonly string[], at: string, found: Payload): void {
  if (Array.isArray(value) && segments.length > 0) {
    value.forEach((entry, index) => collect(entry, segments, `${at}[${index}]`, found))
    return
  }
  const [head, ...rest] = segments
  if (head === undefined) {
    found[at] = value
    return
  }
  if (typeof value !== 'object' || value === null) return
  const key = Object.keys(value).find(each => each.toLowerCase() === head.toLowerCase())
  if (key !== undefined) collect((value as Payload)[key], rest, at === '' ? key : `${at}.${key}`, found)
}

/** The payload with edited flat fields put back; a null for a field that was not there adds nothing. */
export function withSampleFields(payload: Payload, fields: Payload): Payload {
  return Object.entries(fields).reduce<Payload>((result, [path, value]) => {
    const steps = path.split(/\.|\[(\d+)\]\.?/).filter(step => step !== undefined && step !== '')
    return setAt(result, steps, value) as Payload
  }, payload)
}

function setAt(target: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(target))
    return target.map((entry: unknown, index) => (index === Number(step) ? setAt(entry, rest, value) : entry))
  const object = typeof target === 'object' && target !== null ? (target as Payload) : {}
  if (!Object.hasOwn(object, step) && value === null) return target
  return { ...object, [step]: setAt(object[step], rest, value) }
}
