import type { ListReader } from '../resources.ts'
import type { Scope } from '../types.ts'
import { fail } from '../runtime/fault.ts'
import { p, opt, type FunctionEntry, type Param } from './entry.ts'

const list: Param = { name: 'list', type: 'String', constant: 'list' }
const column = (name: string): Param => ({ name, type: 'String', constant: 'column' })
const support: Param = { name: 'list', type: 'String', constant: 'supportList' }
const lists = (scope: Scope, at: number): ListReader => scope.readers.lists ?? fail('FQL4007', at)
const isEmpty = (key: string): boolean => key.trim() === ''
const status = (name: string, wanted: 'Safe' | 'Block' | 'Watch' | null, description: string): FunctionEntry => ({
  name, params: [support, p('value', 'String')], result: 'Bool', description, needs: 'scope',
  run: (scope: Scope, at: number, name: string, value: string) => {
    if (isEmpty(value)) return false
    const found = lists(scope, at).supportStatus(name, value, scope.now)
    return wanted === null ? found !== undefined : found === wanted
  },
})

export const listFunctions: readonly FunctionEntry[] = [
  { name: 'ContainsKey', params: [list, column('column'), p('key', 'String')], result: 'Bool', description: 'Whether a list has the key in a column.', needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string) => !isEmpty(key) && lists(scope, at).containsKey(name, keys, key) },
  { name: 'Lookup', params: [list, column('keyColumn'), p('key', 'String'), column('valueColumn'), opt('default', 'String')], result: 'String', description: 'Value of the first matching row, else the default (Unknown).', needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string, values: string, otherwise = 'Unknown') => (isEmpty(key) ? undefined : lists(scope, at).lookup(name, keys, key, values)) ?? otherwise },
  { name: 'LookupClosest', legacy: true, params: [list, column('keyColumn'), p('key', 'String'), column('valueColumn')], result: 'String', description: 'Value of the closest row.', needs: 'scope',
    run: (scope: Scope, at: number, name: string, keys: string, key: string, values: string) => lists(scope, at).lookupClosest(name, keys, key, values) ?? 'Unknown' },
  status('InSupportList', null, 'Whether the value is on a support list.'),
  status('IsSafe', 'Safe', 'Whether the value is on a support list as safe.'),
  status('IsBlock', 'Block', 'Whether the value is on a support list as block.'),
  status('IsWatch', 'Watch', 'Whether the value is on a support list as watch.'),
]
