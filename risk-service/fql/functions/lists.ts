import { type Later, type ListReader, listQuestions, type RemoteListReader, remoteList } from '../resources.ts'
import { fail } from '../runtime/fault.ts'
import { once } from '../runtime/resources.ts'
import type { Scope } from '../types.ts'
import { type FunctionEntry, opt, type Param, p } from './entry.ts'

const list: Param = { name: 'list', type: 'String', constant: 'list' }
const column = (name: string): Param => ({ name, type: 'String', constant: 'column' })
const support: Param = { name: 'list', type: 'String', constant: 'supportList' }
const lists = (scope: Scope, at: number): ListReader => scope.readers.lists ?? fail('FQL4007', at)
const isEmpty = (key: string): boolean => key.trim() === ''

/** Asks a list whose rows are elsewhere; what cannot be read is no row, and the evaluation says so. */
function afar<T>(scope: Scope, at: number, question: string, none: T, ask: (reader: RemoteListReader) => Later<T>): T {
  const reader = lists(scope, at)
  return once(
    scope,
    question,
    () => ask(reader.remote ?? reader),
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
const hasKey = (scope: Scope, at: number, name: string, keys: string, key: string): boolean =>
  name.startsWith(remoteList)
    ? afar(scope, at, listQuestions.containsKey(name, keys, key), false, reader => reader.containsKey(name, keys, key))
    : lists(scope, at).containsKey(name, keys, key)
const valueOf = (
  scope: Scope,
  at: number,
  name: string,
  keys: string,
  key: string,
  values: string,
): string | undefined =>
  name.startsWith(remoteList)
    ? afar<string | undefined>(scope, at, listQuestions.lookup(name, keys, key, values), undefined, reader =>
        reader.lookup(name, keys, key, values),
      )
    : lists(scope, at).lookup(name, keys, key, values)
const status = (name: string, wanted: 'Safe' | 'Block' | 'Watch' | null, description: string): FunctionEntry => ({
  name,
  params: [support, p('value', 'String')],
  result: 'Bool',
  description,
  needs: 'scope',
  run: (scope: Scope, at: number, name: string, value: string) => {
    if (isEmpty(value)) return false
    const found = lists(scope, at).supportStatus(name, value, scope.now)
    return wanted === null ? found !== undefined : found === wanted
  },
})

export const listFunctions: readonly FunctionEntry[] = [
  {
    name: 'ContainsKey',
    params: [list, column('column'), p('key', 'String')],
    result: 'Bool',
    description: 'Whether a list has the key in a column.',
    needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string) =>
      !isEmpty(key) && hasKey(scope, at, name, keys, key),
  },
  {
    name: 'Lookup',
    params: [list, column('keyColumn'), p('key', 'String'), column('valueColumn'), opt('default', 'String')],
    result: 'String',
    description: 'Value of the first matching row, else the default (Unknown).',
    needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string, values: string, otherwise = 'Unknown') =>
      (isEmpty(key) ? undefined : valueOf(scope, at, name, keys, key, values)) ?? otherwise,
  },
  {
    name: 'LookupClosest',
    legacy: true,
    params: [list, column('keyColumn'), p('key', 'String'), column('valueColumn')],
    result: 'String',
    description: 'Value of the closest row.',
    needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string, values: string) =>
      lists(scope, at).lookupClosest(name, keys, key, values) ?? 'Unknown',
  },
  status('InSupportList', null, 'Whether the value is on a support list.'),
  status('IsSafe', 'Safe', 'Whether the value is on a support list as safe.'),
  status('IsBlock', 'Block', 'Whether the value is on a support list as block.'),
  status('IsWatch', 'Watch', 'Whether the value is on a support list as watch.'),
]
