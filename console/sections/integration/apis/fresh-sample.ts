type Body = Readonly<Record<string, unknown>>

/** Ids of assessments: the first call with one counts, so that an example needs another one each time. */
const ids: Readonly<Record<string, readonly string[]>> = {
  Purchase: ['purchaseId'],
  AccountCreation: ['metadata.signUpId'],
  AccountLogin: ['metadata.loginId'],
}
/** Times of the call itself. */
const times = [
  'merchantLocalDate',
  'customerLocalDate',
  '_metadata.merchantTimeStamp',
  'metadata.merchantTimeStamp',
  'metadata.customerLocalDate',
]
/** APIs whose body says that it is a test. */
const withTest: ReadonlySet<string> = new Set(['Purchase'])

/**
 * Returns the example of an API as a call of now: with an id of its own where a repeated one is answered from the store,
 * marked as a test where the API has such a mark.
 */
export function freshSample(api: string, sample: Body, { id, at }: { id: string; at: string }): Body {
  const fresh = structuredClone(sample) as Record<string, unknown>
  for (const path of ids[api] ?? []) replace(fresh, path.split('.'), id)
  for (const path of times) replace(fresh, path.split('.'), at)
  return withTest.has(api) ? { ...fresh, isTest: true } : fresh
}

/** Replaces a value that is there. */
function replace(body: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
  const inner = body[name]
  if (inner === undefined) return
  if (rest.length === 0) body[name] = value
  else if (typeof inner === 'object' && inner !== null) replace(inner as Record<string, unknown>, rest, value)
}

/** Returns the path of a call, with the parameters that the body has the values of. */
export function pathOf(template: string, body: Body): string {
  const parts = ['metadata', 'user'].map(name => (body[name] ?? {}) as Record<string, unknown>)
  return template.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const names = name === 'id' ? ['loginId', 'userId'] : [name]
    const value = names.flatMap(each => parts.map(part => part[each])).find(each => typeof each === 'string')
    return value === undefined ? all : encodeURIComponent(String(value))
  })
}
