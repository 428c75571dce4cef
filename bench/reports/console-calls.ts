import type { Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** Posts to a path of the console API of an environment, and says how many milliseconds the whole answer took. */
export type ConsolePost = <Answer>(
  path: string,
  body: Record<string, unknown>,
) => Promise<{ took: number; json: Answer }>

/** Returns what posts to the console API as the fraud manager of the demo. */
export async function postsAs(service: Service, environmentId: string): Promise<ConsolePost> {
  const token = await fetchUserToken(service, 'fraud-manager@harbor.example')
  return async <Answer>(path: string, body: Record<string, unknown>) => {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
    return { took: performance.now() - started, json: JSON.parse(text) as Answer }
  }
}

const dayMs = 86_400_000
/** The day so many days ago, of UTC. */
export const dayAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
