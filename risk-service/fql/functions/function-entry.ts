export type ValueType =
  | 'Bool'
  | 'Int'
  | 'Double'
  | 'String'
  | 'DateTime'
  | 'TimeSpan'
  | 'JSON'
  | 'CharSet'
  | 'Decision'
  | 'Pattern'
/** `Number` takes Int or Double as they are; `Any` takes every scalar or JSON value unconverted. */
export type ParamType = ValueType | 'Number' | 'Any'

export interface Param {
  name: string
  type: ParamType
  optional?: true
  /** The argument must be a text literal of this kind (checked against the environment). */
  constant?: 'list' | 'column' | 'supportList' | 'pattern' | 'name'
  /** The argument must not be a literal. */
  notLiteral?: true
}

/** One function, method or property. Checker, compiler, completions and help all read this table. */
export interface FunctionEntry {
  name: string
  namespace?: string
  /** Type the member is called on; `Cast` is any scalar or JSON value, unconverted. */
  receiver?: 'String' | 'DateTime' | 'TimeSpan' | 'Number' | 'Bool' | 'JSON' | 'Decision' | 'Pattern' | 'Cast'
  /** Used without parentheses. */
  property?: true
  params: readonly Param[]
  /** Takes name = value pairs behind its parameters. */
  pairs?: true
  /** The last parameter may repeat. */
  rest?: true
  /** `Number`: Int when all numeric arguments are Int, else Double. */
  result: ValueType | 'Number' | 'None'
  description: string
  /** Accepted, not offered in completions. */
  legacy?: true
  /** Where it may be used; everywhere when absent. */
  only?: 'afterReturn' | 'observation' | 'action' | 'postDecision' | 'routing' | 'aggregation'
  /** Its result may have to be waited for. */
  waits?: true
  /** Most arguments of a rest parameter, and how the diagnostic says it. */
  maxRest?: number
  /** Leading arguments of `run`: the error offset, or the scope and the error offset. */
  needs?: 'at' | 'scope'
  /** Absent for functions that are part of a statement. */
  run?: (...args: never[]) => unknown
}

/** `Name(a, b[, c])` as help shows it. */
export function signature(entry: FunctionEntry): string {
  const head =
    entry.namespace !== undefined
      ? `${entry.namespace}.${entry.name}`
      : entry.receiver !== undefined
        ? `.${entry.name}`
        : entry.name
  if (entry.property) return head
  const required = entry.params.filter(param => !param.optional).map(param => `${param.type} ${param.name}`)
  const optional = entry.params
    .filter(param => param.optional)
    .map((param, index) => `[${required.length + index > 0 ? ', ' : ''}${param.type} ${param.name}]`)
  if (entry.pairs)
    return `${head}(${entry.params.map(param => `[${param.type} ${param.name}, ]`).join('')}name = value, …)`
  return `${head}(${required.join(', ')}${optional.join('')}${entry.rest ? ', …' : ''})`
}

/** The signature with what comes of it. */
export const signatureWithResult = (entry: FunctionEntry): string =>
  entry.result === 'None' ? signature(entry) : `${signature(entry)} → ${entry.result}`

export const requiredParam = (name: string, type: ParamType): Param => ({ name, type })
export const optionalParam = (name: string, type: ParamType): Param => ({ name, type, optional: true })
