/** The record that a page of the console shows. */
export type PageRecord =
  | { kind: 'event' | 'case'; eventType: string; environmentId: string; id: string }
  | { kind: 'rule'; eventType: string; id: string }
  | { kind: 'logEntry'; environmentId: string; id: string }

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const key = /^\w{1,60}$/

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the record of an address; null for a page that shows none. */
export function recordOfPage(page: string): PageRecord | null {
  const { pathname, searchParams } = new URL(page, 'https://console.invalid')
  const [area, ...rest] = pathname.split('/').filter(Boolean).map(decoded)
  if (area === 'search' || area === 'settings') {
    const [eventType = '', environmentId = '', id = ''] = rest
    if (key.test(eventType) && uuid.test(environmentId) && id !== '')
      return area === 'search'
        ? { kind: 'event', eventType, environmentId, id }
        : { kind: 'logEntry', environmentId, id }
    const row = searchParams.get('row')
    if (area === 'search' && rest.length === 0 && row)
      return { kind: 'event', eventType: searchParams.get('type') ?? 'purchase', environmentId: '', id: row }
    return null
  }
  if (area === 'casemanagement' && rest[0] === 'queues') {
    const [, , eventType = '', environmentId = '', id = ''] = rest
    return key.test(eventType) && uuid.test(environmentId) && id !== ''
      ? { kind: 'case', eventType, environmentId, id }
      : null
  }
  const rule = searchParams.get('rule')
  if (area === 'fraud' && rest.at(-1) === 'rules' && rule !== null && uuid.test(rule))
    return { kind: 'rule', eventType: rest.at(-2) ?? 'purchase', id: rule }
  return null
}
