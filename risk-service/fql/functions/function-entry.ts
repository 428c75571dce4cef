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
/** `Number` accepts Int or Double as they are; `Any` accepts every scalar or JSON value unconverted. */
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
  /** Accepts name = value pairs after its parameters. */
  pairs?: true
  /** The last parameter may repeat. */
  rest?: true
  /** `Number`: Int when all numeric arguments are Int, else Double. */
  result: ValueType | 'Number' | 'None'
  description: string
  /** Accepted, but not suggested by completions. */
  legacy?: true
  /** The only context in which it may be used; everywhere when absent. */
  only?: 'afterReturn' | 'observation' | 'action' | 'postDecision' | 'routing' | 'aggregation'
  /** Its result may require waiting. */
  waits?: true
  /** Maximum of arguments of a rest parameter, and their name in the diagnostic. */
  maxRest?: number
  /** Leading arguments of `run`: the error offset, or the scope and the error offset. */
  needs?: 'at' | 'scope'
  /** Absent for functions that are parts of a statement. */
  run?: (...args: never[]) => unknown
}

/** Returns `Name(a, b[, c])` for help. */
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

/** Returns the signature with the result type. */
export const signatureWithResult = (entry: FunctionEntry): string =>
  entry.result === 'None' ? signature(entry) : `${signature(entry)} → ${entry.result}`

export const requiredParam = (name: string, type: ParamType): Param => ({ name, type })
export const optionalParam = (name: string, type: ParamType): Param => ({ name, type, optional: true })
