import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** How one value of a page stands in its address. */
export interface SearchParameter<Value> {
  /** Null: the parameter is not in the address. */
  parse: (text: string | null) => Value
  /** Null or an empty text removes the parameter from the address. */
  serialise: (value: Value) => string | null
}

/** The parameters of a page by their names in the address. */
type SearchSchema = Readonly<
  Record<string, { parse: (text: string | null) => unknown; serialise: (value: never) => string | null }>
>
type SearchStateOf<Schema extends SearchSchema> = { [Name in keyof Schema]: ReturnType<Schema[Name]['parse']> }

/** A text; empty when it is not in the address. */
export const textParameter: SearchParameter<string> = { parse: text => text ?? '', serialise: text => text }

/** A text or id; null when it is not in the address. */
export const optionalParameter: SearchParameter<string | null> = { parse: text => text, serialise: text => text }

/** True while the parameter is `word`; false removes it from the address. */
export const flagParameter = (word: string): SearchParameter<boolean> => ({
  parse: text => text === word,
  serialise: flag => (flag ? word : null),
})

/** One of some words; null for anything else. */
export const choiceParameter = <Value extends string>(values: readonly Value[]): SearchParameter<Value | null> => ({
  parse: text => values.find(value => value === text) ?? null,
  serialise: value => value,
})

/** One of some words, of which `initial` also stands for anything else and is itself left out of the address. */
export const defaultedParameter = <Value extends string>(
  values: readonly Value[],
  initial: Value,
): SearchParameter<Value> => ({
  parse: text => values.find(value => value === text) ?? initial,
  serialise: value => (value === initial ? null : value),
})

/** The parameters of a schema as the address has them. */
export function parseSearchState<Schema extends SearchSchema>(
  schema: Schema,
  address: URLSearchParams,
): SearchStateOf<Schema> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, { parse }]) => [name, parse(address.get(name))]),
  ) as SearchStateOf<Schema>
}

/** The address after some changes, made in their order; other parameters stay as they are. */
export function applySearchState<Schema extends SearchSchema>(
  schema: Schema,
  address: URLSearchParams,
  changes: Partial<SearchStateOf<Schema>>,
): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries(changes)) {
    const serialise = schema[name]?.serialise as ((value: unknown) => string | null) | undefined
    const text = serialise?.(value) ?? null
    if (text === null || text === '') next.delete(name)
    else next.set(name, text)
  }
  return next
}

/**
 * State of a page that is stored in its address, so that it survives a reload and can be sent to a colleague.
 * @param schema how each parameter is parsed and serialised; a constant of the page
 * @returns the state, its setter and the address after a change as a link. The setter replaces the entry of the
 *   history; with `push` the previous address becomes an entry.
 */
export function useSearchState<Schema extends SearchSchema>(
  schema: Schema,
): [
  state: SearchStateOf<Schema>,
  setState: (changes: Partial<SearchStateOf<Schema>>, history?: 'replace' | 'push') => void,
  hrefOf: (changes: Partial<SearchStateOf<Schema>>) => string,
] {
  const [address, setAddress] = useSearchParams()
  const setState = useCallback(
    (changes: Partial<SearchStateOf<Schema>>, history: 'replace' | 'push' = 'replace') =>
      setAddress(current => applySearchState(schema, current, changes), { replace: history === 'replace' }),
    [schema, setAddress],
  )
  return [
    parseSearchState(schema, address),
    setState,
    changes => `?${applySearchState(schema, address, changes).toString()}`,
  ]
}
