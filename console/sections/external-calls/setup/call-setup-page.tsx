import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import { QueryBoundary } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { NoAccess } from '../../../platform/permissions/no-access.tsx'
import { newCall } from '../links.ts'
import { CallSetupForm } from './call-setup-form.tsx'

/**
 * Loads a call and opens its form; `new` opens an empty one, which becomes the form of the created call: it alone has
 * the input since then.
 */
export function CallSetupPage({ callId }: { callId: string }) {
  const environmentId = useEnvironment().id
  const write = useCan()('externalcalls', 'write')
  const [open, setOpen] = useState({ at: callId, of: callId, made: '', turn: 0 })
  if (callId !== open.at)
    setOpen(callId === open.made ? { ...open, at: callId } : { at: callId, of: callId, made: '', turn: open.turn + 1 })
  const made = open.of !== newCall
  // Not cached after it is closed: a form always starts from what is stored.
  const query = useQuery(
    api.externalCalls.get.queryOptions({
      input: { environmentId, callId: open.of },
      enabled: made,
      staleTime: Infinity,
      gcTime: 0,
    }),
  )
  if (!made)
    return write ? (
      <CallSetupForm key={open.turn} call={null} onMade={id => setOpen(current => ({ ...current, made: id }))} />
    ) : (
      <NoAccess page capability="externalcalls" required="write" />
    )
  return (
    <QueryBoundary query={query} shape="page">
      {call => <CallSetupForm key={open.turn} call={call} />}
    </QueryBoundary>
  )
}
