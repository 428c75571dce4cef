import { maturityDays, type NextCaseMode, type PageOptions, statusReasons } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { useLiveEvents } from '../live/use-live-events.ts'
import { usePreferences } from '../preferences/index.ts'

const reasons = [...statusReasons]
/** What holds until the service has answered. */
const initialOptions: PageOptions = {
  nextCase: 'user',
  maturityDays: maturityDays[2],
  listReasons: { Safe: reasons, Block: reasons, Watch: reasons, Remove: reasons },
  externalLinks: [],
  tags: [],
}

/** The options of the tenant that pages depend on; a change of an administrator arrives at once. */
export function usePageOptions(): PageOptions {
  const { id: environmentId } = useEnvironment()
  const { data, refetch } = useQuery(
    api.caseOptions.get.queryOptions({ input: { environmentId }, staleTime: 300_000, retry: false }),
  )
  // Options are published as a change of every queue.
  useLiveEvents(['cases'], event => {
    if (event.kind !== 'cases' || (event.queueId === null && event.caseId === null)) void refetch()
  })
  return (data as PageOptions | undefined) ?? initialOptions
}

/** Whether the next case opens after a decision, and whether each user decides that. */
export interface NextCaseChoice {
  opens: boolean
  mode: NextCaseMode
}

/** Returns what follows a decision: as the tenant says, else as the user prefers. */
export function useNextCaseChoice(): NextCaseChoice {
  const { autoAdvance } = usePreferences()
  const { nextCase: mode } = usePageOptions()
  return { opens: mode === 'user' ? autoAdvance : mode === 'on', mode }
}
