import type { Application, ApplicationUse, CredentialUse } from '@assay/risk-service/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { useServerTime } from '../../../../platform/api/use-server-time.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'

const refreshMs = 3_000

/** Who calls with the credentials of an application now; null: of no application. */
export function useApplicationUse(clientId: string | null) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery({ ...callersOf(environmentId, clientId ?? ''), enabled: clientId !== null })
  return { ...query, use: query.data as ApplicationUse | undefined }
}

const callersOf = (environmentId: string, clientId: string) => ({
  ...api.applications.callers.queryOptions({ input: { environmentId, clientId } }),
  staleTime: 1_000,
  refetchInterval: refreshMs,
})

type UseFigures = Pick<CredentialUse, 'calls' | 'tokens' | 'lastAt'> & {
  sources: readonly { source: string }[]
}

/** Returns a function that says who calls with a credential, or with an application: how often, from where, and when last. */
export function useUseText(): (use: UseFigures, minutes: number) => string {
  const intl = useIntl()
  const now = useServerTime()
  return ({ calls, tokens, lastAt, sources }, minutes) => {
    if (lastAt === null) return intl.formatMessage({ id: 'Applications.Use.None' }, { minutes })
    const seconds = Math.max(0, Math.round((now - Date.parse(lastAt)) / 1000))
    const ago =
      seconds < 60
        ? intl.formatRelativeTime(-seconds, 'second')
        : intl.formatRelativeTime(-Math.round(seconds / 60), 'minute')
    return [
      intl.formatMessage(
        { id: 'Applications.Use.Calls' },
        { rate: shownRate(calls, minutes), sources: sources.length, ago },
      ),
      ...(tokens === 0 ? [] : [intl.formatMessage({ id: 'Applications.Use.Tokens' }, { tokens })]),
    ].join(', ')
  }
}

interface RemovalUse {
  consequences: string[]
  /** Calls per minute; null: they could not be read. */
  rate: number | null
  unavailable?: string
}

/**
 * Returns who breaks when an application is deleted, or one of its credentials: one sentence for each credential. Nothing
 * is deleted while that is being read, and without an answer the question says so.
 */
export function useRemovalUse(clientId: string | null, credentialId?: string): RemovalUse {
  const intl = useIntl()
  const { use, isError } = useApplicationUse(clientId)
  const textOf = useUseText()
  if (clientId === null) return { consequences: [], rate: null }
  if (isError) return { consequences: [intl.formatMessage({ id: 'Applications.Use.Failed' })], rate: null }
  if (use === undefined)
    return { consequences: [], rate: null, unavailable: intl.formatMessage({ id: 'Applications.Use.Reading' }) }
  const meant = use.credentials.filter(each => credentialId === undefined || each.credentialId === credentialId)
  return {
    consequences: meant.map(each => textOf(each, use.minutes)),
    rate: shownRate(
      meant.reduce((sum, { calls }) => sum + calls, 0),
      use.minutes,
    ),
  }
}

/** Returns who breaks when each of several applications is deleted, by its id: one sentence for each. */
export function useRemovalUses(applications: readonly Application[]): ReadonlyMap<string, string> {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const textOf = useUseText()
  const queries = useQueries({ queries: applications.map(({ clientId }) => callersOf(environmentId, clientId)) })
  return new Map(
    applications.map(({ clientId }, index) => {
      const use = queries[index]?.data as ApplicationUse | undefined
      if (use !== undefined) return [clientId, textOf(togetherOf(use.credentials), use.minutes)]
      const isError = queries[index]?.isError === true
      return [clientId, intl.formatMessage({ id: isError ? 'Applications.Use.Failed' : 'Applications.Use.Reading' })]
    }),
  )
}

/** Adds the calls with all credentials of an application; a network that uses several of them is one. */
const togetherOf = (credentials: readonly CredentialUse[]): UseFigures => ({
  calls: credentials.reduce((sum, { calls }) => sum + calls, 0),
  tokens: credentials.reduce((sum, { tokens }) => sum + tokens, 0),
  lastAt: credentials
    .flatMap(({ lastAt }) => lastAt ?? [])
    .reduce<string | null>((a, b) => (a !== null && a > b ? a : b), null),
  sources: [...new Set(credentials.flatMap(({ sources }) => sources.map(({ source }) => source)))].map(source => ({
    source,
  })),
})

/** Returns the sentence that tokens end at once, with the calls per minute that end with them. */
export function useEndingText(): (rate: number | null) => string {
  const intl = useIntl()
  return rate =>
    rate === null || rate === 0
      ? intl.formatMessage({ id: 'Applications.Tokens.Ended' })
      : intl.formatMessage({ id: 'Applications.Tokens.EndedCalls' }, { rate })
}

/** Calls per minute, whole where there is one a minute or more. */
const shownRate = (calls: number, minutes: number): number =>
  calls < minutes ? calls / minutes : Math.round(calls / minutes)
