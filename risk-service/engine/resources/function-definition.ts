import type { FunctionBody } from '../../contract/functions.ts'
import type { CheckEnvironment, DeclaredType, DeclaredValue, FunctionDefinition } from '../../fql/index.ts'
import { parseDate } from '../../fql/runtime/dates.ts'

const rangeTexts: Record<DeclaredType, string> = {
  Boolean: 'true or false',
  Integer: 'a whole number from -2147483648 to 2147483647',
  Double: 'a number',
  DateTime: 'a date and time',
  String: 'a text',
}

/** Parses a default by its type; null when the text is not of the type. A text is its own value. */
export function parseDeclaredValue(text: string, type: DeclaredType): DeclaredValue | null {
  const value = text.trim()
  if (type === 'String') return text
  if (type === 'Boolean') return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : null
  if (type === 'DateTime') return parseDate(value) === undefined ? null : value
  if (!(type === 'Integer' ? /^[+-]?\d+$/ : /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i).test(value)) return null
  const number = Number(value)
  if (type === 'Integer') return number >= -2_147_483_648 && number <= 2_147_483_647 ? number : null
  return Number.isFinite(number) ? number : null
}

/** Returns the valid range of a default of the type, for a message. */
export const rangeText = (type: DeclaredType): string => rangeTexts[type]

const defaultValues: Record<DeclaredType, DeclaredValue> = {
  Boolean: false,
  Integer: 0,
  Double: 0,
  DateTime: '1970-01-01T00:00:00Z',
  String: '',
}

/** Returns a function in the form of the query language. Its code uses the names of its own environment. */
export function functionDefinition(
  body: Pick<FunctionBody, 'name' | 'parameters' | 'properties'>,
  environment: () => CheckEnvironment,
): FunctionDefinition {
  const valueOf = (text: string, type: DeclaredType) => parseDeclaredValue(text, type) ?? defaultValues[type]
  return {
    name: body.name,
    environment,
    parameters: body.parameters.map(({ name, type, default: text }) => ({ name, type, default: valueOf(text, type) })),
    properties: body.properties.map(({ name, type, default: text, code, description }) => ({
      name,
      type,
      default: valueOf(text, type),
      code,
      description,
    })),
  }
}
