import type { ApplicationUse, CredentialUse } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useServerTime } from '../../../platform/api/use-server-time.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

const refreshMs = 3_000

/** Who calls with the credentials of an application now; null: of no application. */
export function useApplicationUse(clientId: string | null) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery({
    ...api.applications.callers.queryOptions({ input: { environmentId, clientId: clientId ?? '' } }),
    enabled: clientId !== null,
    staleTime: 1_000,
    refetchInterval: refreshMs,
  })
  return { ...query, use: query.data as ApplicationUse | undefined }
}

/** Returns a function that says who calls with a credential: how often, from where, and when last. */
export function useUseText(): (credential: CredentialUse, minutes: number) => string {
  const intl = useIntl()
  const now = useServerTime()
  return ({ callsPerMinute, calls, tokens, lastAt, sources }, minutes) => {
    if (lastAt === null) return intl.formatMessage({ id: 'Applications.Use.None' }, { minutes })
    const seconds = Math.max(0, Math.round((now - Date.parse(lastAt)) / 1000))
    const ago =
      seconds < 60
        ? intl.formatRelativeTime(-seconds, 'second')
        : intl.formatRelativeTime(-Math.round(seconds / 60), 'minute')
    return [
      intl.formatMessage(
        { id: 'Applications.Use.Calls' },
        { rate: calls < minutes ? callsPerMinute : Math.round(callsPerMinute), sources: sources.length, ago },
      ),
      ...(tokens === 0 ? [] : [intl.formatMessage({ id: 'Applications.Use.Tokens' }, { tokens })]),
    ].join(', ')
  }
}

/**
 * Returns who breaks when an application is deleted, or one of its credentials: one sentence for each credential. Nothing
 * is deleted while that is being read, and without an answer the question says so.
 */
export function useRemovalUse(
  clientId: string | null,
  credentialId?: string,
): { consequences: string[]; unavailable?: string } {
  const intl = useIntl()
  const { use, isError } = useApplicationUse(clientId)
  const textOf = useUseText()
  if (clientId === null) return { consequences: [] }
  if (isError) return { consequences: [intl.formatMessage({ id: 'Applications.Use.Failed' })] }
  if (use === undefined)
    return { consequences: [], unavailable: intl.formatMessage({ id: 'Applications.Use.Reading' }) }
  const consequences = use.credentials
    .filter(each => credentialId === undefined || each.credentialId === credentialId)
    .map(each => textOf(each, use.minutes))
  return { consequences }
}
