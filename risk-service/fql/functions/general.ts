import type { RE2JS } from 're2js'
import { asArray, asObject, explicitConversions, jsonText, toText } from '../runtime/convert.ts'
import { fail } from '../runtime/evaluation-error.ts'
import { member } from '../runtime/operators.ts'
import type { Scope } from '../types/scope-types.ts'
import { type FunctionEntry, optionalParam, type Param, requiredParam, type ValueType } from './function-entry.ts'

const decisionParams: readonly Param[] = [optionalParam('reason', 'String'), optionalParam('supportMessage', 'String')]
const statementFunction = (
  name: string,
  params: readonly Param[],
  only: NonNullable<FunctionEntry['only']>,
  result: 'Decision' | 'None',
  description: string,
): FunctionEntry => ({ name, params, only, result, description })
const castFunction = (
  name: string,
  result: ValueType,
  description: string,
  run: (at: number, value: unknown) => unknown,
): FunctionEntry => ({ name, receiver: 'Cast', params: [], result, description, needs: 'at', run })
const castNames: readonly [string, string, 'Bool' | 'Int' | 'Double' | 'String' | 'DateTime'][] = [
  ['ToDateTime', 'AsDateTime', 'DateTime'],
  ['ToDouble', 'AsDouble', 'Double'],
  ['ToInt32', 'AsInt', 'Int'],
  ['ToBoolean', 'AsBool', 'Bool'],
  ['ToString', 'AsString', 'String'],
]
const randomInt = (scope: Scope, at: number, min: number, max: number): number =>
  min > max ? fail('FQL4004', at) : min + Math.floor(scope.random() * (max - min))
const random = {
  params: [requiredParam('min', 'Int'), requiredParam('max', 'Int')],
  result: 'Int',
  description: 'Random number, the upper bound excluded.',
  needs: 'scope',
  run: randomInt,
} as const

/** Returns comma-separated values as a set, prepared once per literal. */
export function parseInValues(values: string): ReadonlySet<string> {
  return new Set(
    values
      .split(',')
      .map(value => value.trim().toLowerCase())
      .filter(value => value !== ''),
  )
}
/** A match that takes longer than 10 ms counts as no match; short texts never take that long. */
function matches(pattern: RE2JS, source: string): boolean {
  if (source.length > 100_000) return false
  if (source.length < 500) return pattern.matcher(source).find()
  const started = performance.now()
  const found = pattern.matcher(source).find()
  return found && performance.now() - started <= 10
}
/** Returns whether a property of a row has the text; a missing property has none. */
const hasText = (row: unknown, key: string, text: string): boolean => {
  const value = member(row, key)
  return value !== null && toText(value) === text
}
const rows = (target: unknown): readonly unknown[] =>
  Array.isArray(target) ? target : target === null || target === undefined ? [] : [target]

export const generalFunctions: readonly FunctionEntry[] = [
  statementFunction('Approve', decisionParams, 'afterReturn', 'Decision', 'Approves the event.'),
  statementFunction('Reject', decisionParams, 'afterReturn', 'Decision', 'Rejects the event.'),
  statementFunction('Review', decisionParams, 'afterReturn', 'Decision', 'Sends the event to review.'),
  statementFunction(
    'Challenge',
    [requiredParam('challengeType', 'String'), ...decisionParams],
    'afterReturn',
    'Decision',
    'Asks for a challenge, for example SMS or Email.',
  ),
  { ...statementFunction('Output', [], 'observation', 'None', 'Adds name = value pairs to the answer.'), pairs: true },
  {
    ...statementFunction('Trace', [], 'observation', 'None', 'Emits a trace event with name = value pairs.'),
    pairs: true,
  },
  { ...statementFunction('Other', [], 'observation', 'None', 'Same as Output.'), pairs: true, legacy: true },
  {
    ...statementFunction('SetVariables', [], 'action', 'None', 'Sets global variables of this transaction.'),
    pairs: true,
  },
  {
    ...statementFunction(
      'SetResponse',
      [optionalParam('section', 'String')],
      'postDecision',
      'None',
      'Adds name = value pairs to the response.',
    ),
    pairs: true,
  },
  statementFunction('Queue', [requiredParam('name', 'String')], 'routing', 'None', 'Routes the case to a queue.'),
  statementFunction('Count', [], 'aggregation', 'None', 'Counts the events of a group.'),
  statementFunction(
    'DistinctCount',
    [requiredParam('key', 'String')],
    'aggregation',
    'None',
    'Counts the distinct values of a group.',
  ),
  statementFunction(
    'Sum',
    [requiredParam('value', 'Double')],
    'aggregation',
    'None',
    'Adds up a value of the events of a group.',
  ),
  {
    name: 'SendLabel',
    namespace: 'Assessment',
    params: [requiredParam('eventId', 'String'), requiredParam('label', 'String'), requiredParam('reason', 'String')],
    only: 'action',
    result: 'None',
    description: 'Sends a label (Fraud, NonFraud or None) for the event.',
  },
  {
    name: 'GetDiagnostics',
    receiver: 'JSON',
    params: [],
    result: 'JSON',
    description: 'How a call went: Request, HttpStatusCode, ErrorMessage, Latency.',
  },
  {
    name: 'Exists',
    params: [requiredParam('attribute', 'Any')],
    result: 'Bool',
    description: 'Whether the event has a value at the path.',
  },
  {
    name: 'GetVariable',
    params: [requiredParam('name', 'String')],
    result: 'JSON',
    description: 'A global variable; null when never set.',
    needs: 'scope',
    run: (scope: Scope, _at: number, name: string) => scope.variables.get(name.toLowerCase()) ?? null,
  },
  {
    name: 'CorrelationId',
    namespace: 'Request',
    params: [],
    result: 'String',
    description: 'Correlation id of the event.',
    needs: 'scope',
    run: (scope: Scope) => scope.correlationId,
  },
  {
    name: 'Decision',
    namespace: 'Response',
    params: [],
    result: 'Decision',
    only: 'postDecision',
    description: 'Decision of the current assessment.',
    needs: 'scope',
    run: (scope: Scope) => scope.decision ?? 'Approve',
  },
  { name: 'RandomInt', ...random },
  { name: 'RandomInt', namespace: 'Math', legacy: true, ...random },
  ...castNames.flatMap(([to, as, type]): FunctionEntry[] => [
    ...(to === 'ToString'
      ? []
      : [
          castFunction(
            to,
            type,
            `Reads the value as ${type}; an unreadable one is an error.`,
            explicitConversions[type],
          ),
        ]),
    {
      ...castFunction(
        as,
        type,
        `Reads the value as ${type}; an unreadable one is an error.`,
        explicitConversions[type],
      ),
      receiver: 'JSON',
    },
    ...(to === 'ToString'
      ? []
      : [
          {
            name: to,
            namespace: 'Convert',
            params: [requiredParam('value', 'Any')],
            result: type,
            description: `Reads the value as ${type}.`,
            needs: 'at',
            run: explicitConversions[type],
          } as const,
        ]),
  ]),
  {
    name: 'ToString',
    namespace: 'Convert',
    params: [requiredParam('value', 'String')],
    result: 'String',
    description: 'Text of the value.',
    run: (value: string) => value,
  },
  {
    name: 'ToString',
    receiver: 'Number',
    params: [],
    result: 'String',
    description: 'Text of the number.',
    run: toText,
  },
  { name: 'ToString', receiver: 'Bool', params: [], result: 'String', description: 'True or False.', run: toText },
  {
    name: 'ToString',
    receiver: 'Decision',
    params: [],
    result: 'String',
    description: 'Name of the decision.',
    run: toText,
  },
  { ...castFunction('AsJsonArray', 'JSON', 'The value as a JSON array.', asArray), receiver: 'JSON' },
  { ...castFunction('AsJsonObject', 'JSON', 'The value as a JSON object.', asObject), receiver: 'JSON' },
  {
    ...castFunction('ToStr', 'String', 'JSON text of the value.', (at, value) => jsonText(value ?? null, at)),
    receiver: 'JSON',
  },
  {
    name: 'IsRegexMatch',
    namespace: 'Patterns',
    params: [{ name: 'pattern', type: 'String', constant: 'pattern' }, requiredParam('source', 'String')],
    result: 'Bool',
    description: 'Whether the pattern matches anywhere in the text.',
    run: matches,
  },
  {
    name: 'In',
    params: [requiredParam('key', 'String'), requiredParam('values', 'String')],
    result: 'Bool',
    description: 'Whether the key is one of the comma-separated values, ignoring case.',
    run: (key: string, values: string | ReadonlySet<string>) =>
      (typeof values === 'string' ? parseInValues(values) : values).has(key.toLowerCase()),
  },
  {
    name: 'GetValue',
    namespace: 'Array',
    params: [
      requiredParam('target', 'JSON'),
      requiredParam('matchKey', 'String'),
      requiredParam('matchValue', 'String'),
      requiredParam('lookupKey', 'String'),
    ],
    result: 'JSON',
    description: 'A property of the first matching element.',
    run: (target: unknown, key: string, value: string, lookup: string) => {
      const found = rows(target).find(row => hasText(row, key, value))
      return found === undefined ? null : member(found, lookup)
    },
  },
  {
    name: 'GetValues',
    namespace: 'Array',
    params: [
      requiredParam('target', 'JSON'),
      requiredParam('matchKey', 'String'),
      requiredParam('matchValue', 'String'),
    ],
    result: 'JSON',
    description: 'All matching elements.',
    run: (target: unknown, key: string, value: string) => rows(target).filter(row => hasText(row, key, value)),
  },
]
