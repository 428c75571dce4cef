import type { Note } from '@assay/risk-service/contract'

type Params = NonNullable<Note['system']>['params']

/** Returns the keyword by which the sentence about changed tags is chosen. */
export function tagChangeOf(params: Params): 'added' | 'removed' | 'both' {
  const has = (name: string) => (params[name] ?? '') !== ''
  return has('added') && has('removed') ? 'both' : has('added') ? 'added' : 'removed'
}
