import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { Fetched } from '../../platform/authoring/opened.tsx'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { NoAccess } from '../../platform/permissions/no-access.tsx'
import { newCall } from './refs.ts'
import { SetupForm } from './setup-form.tsx'

/** Loads a call and opens its form; `new` opens an empty one. */
export function SetupPage({ callId }: { callId: string }) {
  const environmentId = useEnvironment().id
  const write = useCan()('externalcalls', 'write')
  const made = callId !== newCall
  // Not kept after it is closed: a form always starts from what is stored.
  const query = useQuery(api.externalCalls.get.queryOptions({ input: { environmentId, callId }, enabled: made, staleTime: Infinity, gcTime: 0 }))
  if (!made) return write ? <SetupForm call={null} /> : <NoAccess page capability="externalcalls" required="write" />
  return <Fetched query={query} shape="page">{call => <SetupForm call={call} />}</Fetched>
}
