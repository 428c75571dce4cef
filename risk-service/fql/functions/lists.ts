import { fail } from '../runtime/evaluation-error.ts'
import { readOnce } from '../runtime/read-resource.ts'
import {
  type ListReader,
  listQueryKeys,
  type MaybePromise,
  type RemoteListReader,
  remoteListPrefix,
} from '../types/resource-readers.ts'
import type { Scope } from '../types/scope-types.ts'
import { type FunctionEntry, optionalParam, type Param, requiredParam } from './function-entry.ts'

const listParam: Param = { name: 'list', type: 'String', constant: 'list' }
const columnParam = (name: string): Param => ({ name, type: 'String', constant: 'column' })
const supportListParam: Param = { name: 'list', type: 'String', constant: 'supportList' }
const requireListReader = (scope: Scope, at: number): ListReader => scope.readers.lists ?? fail('FQL4007', at)
const isEmpty = (key: string): boolean => key.trim() === ''

/** Reads a list whose rows are elsewhere; a failed read counts as no row, and the evaluation reports it. */
function readRemoteList<T>(
  scope: Scope,
  at: number,
  question: string,
  none: T,
  read: (reader: RemoteListReader) => MaybePromise<T>,
): T {
  const reader = requireListReader(scope, at)
  return readOnce(
    scope,
    question,
    () => read(reader.remote ?? reader),
    error => {
      scope.recovered.push({
        code: 'FQL4007',
        message: error instanceof Error ? error.message : 'Unknown failure',
        resource: 'List',
      })
      return none
    },
  )
}
const containsListKey = (scope: Scope, at: number, name: string, keys: string, key: string): boolean =>
  name.startsWith(remoteListPrefix)
    ? readRemoteList(scope, at, listQueryKeys.containsKey(name, keys, key), false, reader =>
        reader.containsKey(name, keys, key),
      )
    : requireListReader(scope, at).containsKey(name, keys, key)
const lookupListValue = (
  scope: Scope,
  at: number,
  name: string,
  keys: string,
  key: string,
  values: string,
): string | undefined =>
  name.startsWith(remoteListPrefix)
    ? readRemoteList<string | undefined>(scope, at, listQueryKeys.lookup(name, keys, key, values), undefined, reader =>
        reader.lookup(name, keys, key, values),
      )
    : requireListReader(scope, at).lookup(name, keys, key, values)
const supportStatusFunction = (
  name: string,
  expected: 'Safe' | 'Block' | 'Watch' | null,
  description: string,
): FunctionEntry => ({
  name,
  params: [supportListParam, requiredParam('value', 'String')],
  result: 'Bool',
  description,
  needs: 'scope',
  run: (scope: Scope, at: number, name: string, value: string) => {
    if (isEmpty(value)) return false
    const found = requireListReader(scope, at).supportStatus(name, value, scope.now)
    return expected === null ? found !== undefined : found === expected
  },
})

export const listFunctions: readonly FunctionEntry[] = [
  {
    name: 'ContainsKey',
    params: [listParam, columnParam('column'), requiredParam('key', 'String')],
    result: 'Bool',
    description: 'Whether a list has the key in a column.',
    needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string) =>
      !isEmpty(key) && containsListKey(scope, at, name, keys, key),
  },
  {
    name: 'Lookup',
    params: [
      listParam,
      columnParam('keyColumn'),
      requiredParam('key', 'String'),
      columnParam('valueColumn'),
      optionalParam('default', 'String'),
    ],
    result: 'String',
    description: 'Value of the first matching row, else the default (Unknown).',
    needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string, values: string, otherwise = 'Unknown') =>
      (isEmpty(key) ? undefined : lookupListValue(scope, at, name, keys, key, values)) ?? otherwise,
  },
  {
    name: 'LookupClosest',
    legacy: true,
    params: [listParam, columnParam('keyColumn'), requiredParam('key', 'String'), columnParam('valueColumn')],
    result: 'String',
    description: 'Value of the closest row.',
    needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string, values: string) =>
      requireListReader(scope, at).lookupClosest(name, keys, key, values) ?? 'Unknown',
  },
  supportStatusFunction('InSupportList', null, 'Whether the value is on a support list.'),
  supportStatusFunction('IsSafe', 'Safe', 'Whether the value is on a support list as safe.'),
  supportStatusFunction('IsBlock', 'Block', 'Whether the value is on a support list as block.'),
  supportStatusFunction('IsWatch', 'Watch', 'Whether the value is on a support list as watch.'),
]
