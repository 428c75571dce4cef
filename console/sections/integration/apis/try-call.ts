import type { ApiCall } from '../snippets/api-call.ts'

/** What the service answered to a call. */
export interface TriedCall {
  /** What was refused: the request of a token, or the call itself; `answered`: neither. */
  outcome: 'token' | 'answered'
  status: number
  milliseconds: number
  headers: [name: string, value: string][]
  body: string
}

/** Makes a call as an application does: with a token of its own, over the wire. @throws TypeError without a connection */
export async function tryCall({
  endpoint,
  tenantId,
  environmentId,
  clientId,
  clientSecret,
  path,
  body,
}: ApiCall): Promise<TriedCall> {
  const granted = await timed(`${endpoint}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    credentials: 'omit',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: `${endpoint}/.default`,
    }),
  })
  if (granted.status !== 200) return { ...granted, outcome: 'token' }
  const { access_token: token } = JSON.parse(granted.body) as { access_token: string }
  const answer = await timed(`${endpoint}${path}`, {
    method: 'POST',
    credentials: 'omit',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'x-ms-dfpenvid': environmentId,
    },
    body: JSON.stringify(body),
  })
  return { ...answer, outcome: 'answered' }
}

async function timed(url: string, init: RequestInit): Promise<Omit<TriedCall, 'outcome'>> {
  const begun = performance.now()
  const response = await fetch(url, init)
  const body = await response.text()
  return { status: response.status, milliseconds: performance.now() - begun, headers: [...response.headers], body }
}

/** Returns the object that a text is in JSON; null: it is none. */
export function parseBody(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
